//! The two kinds of streams that the simulator times, told apart by type.

/// Where the waits and nops of a stream come from.
pub(crate) trait Stream {
    /// They all stand in it.
    const IS_FINISHED: bool;
}

/// A stream that has yet to get its `s_waitcnt` and `s_nop`: the simulator puts in what the order
/// needs, and what stands there already holds as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Predicted;

/// A stream as the hardware runs it: with its waits and nops. It is charged for those and for no
/// others. A register or a piece of LDS that nothing was waited for is used as it is; whether it
/// may be is for the judge to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished;

impl Stream for Predicted {
    const IS_FINISHED: bool = false;
}

impl Stream for Finished {
    const IS_FINISHED: bool = true;
}
