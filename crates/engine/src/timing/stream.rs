//! The two kinds of streams that the simulator times, told apart by type.

/// Where the waits and nops of a stream come from.
pub trait Stream: Copy {
    /// All of them are in the stream.
    const IS_FINISHED: bool;
}

/// A stream that has yet to get its `s_waitcnt` and `s_nop`: the simulator inserts what the order
/// needs, besides what is in the stream already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Predicted;

/// A stream as the hardware runs it, with its waits and nops: the simulator inserts none. A register
/// or a part of LDS that was not waited for is used as it is; whether that is correct is for
/// [`crate::check`] to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished;

impl Stream for Predicted {
    const IS_FINISHED: bool = false;
}

impl Stream for Finished {
    const IS_FINISHED: bool = true;
}
