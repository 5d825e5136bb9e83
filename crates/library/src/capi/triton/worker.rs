//! A process that rewrites one text.

use std::ffi::CString;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};

use super::real;
use super::settings::Settings;

/// The name of the executable, in the folder of the library.
const EXECUTABLE: &str = "cdna-sched-worker";

/// The new text, if there is one. What was done is written into the log; what went wrong, once, to standard error.
pub(super) fn rewrite(text: &[u8], processor: &str, settings: &Settings) -> Option<CString> {
    let begin = Instant::now();
    let answer = std::str::from_utf8(text)
        .map_err(|error| error.to_string())
        .and_then(|text| ask(text, processor, settings))
        .and_then(understood);
    let seconds = begin.elapsed().as_secs_f64();
    let (entry, new) = answer.unwrap_or_else(|reason| {
        warn(&format!("{reason}; kernels are left as they are"));
        (json!({"changed": false, "reason": reason}), None)
    });
    log(entry, seconds, settings);
    new
}

/// The report and the new text, if there is one, of an answer.
fn understood(mut answer: Map<String, Value>) -> Result<(Value, Option<CString>), String> {
    let report = answer.remove("report").filter(Value::is_object);
    let report = report.ok_or("the worker's answer has no report")?;
    let changed = answer.get("changed").and_then(Value::as_bool);
    let new = match (changed, answer.remove("text")) {
        (Some(false), _) => None,
        (Some(true), Some(Value::String(text))) => {
            Some(CString::new(text).map_err(|error| error.to_string())?)
        }
        _ => return Err("the worker's answer has no text".to_owned()),
    };
    Ok((report, new))
}

/// Says something once for the process.
pub(super) fn warn(message: &str) {
    static ONCE: Once = Once::new();
    // Nothing can be done where standard error is closed.
    ONCE.call_once(|| drop(writeln!(std::io::stderr(), "cdnasched: {message}")));
}

/// What the worker answers.
fn ask(text: &str, processor: &str, settings: &Settings) -> Result<Map<String, Value>, String> {
    let mut request = json!({
        "id": 0,
        "op": "rewrite",
        "text": text,
        "target": processor,
        "mode": settings.mode,
    });
    for (name, value) in &settings.members {
        request[name] = json!(value);
    }
    let own =
        real::own_path().ok_or("the library's own file is not known; set CDNASCHED_WORKER")?;
    let beside = own.with_file_name(EXECUTABLE);
    let executable = settings.worker.as_ref().unwrap_or(&beside);
    let started = Command::new(executable)
        .env("CDNASCHED_LIBRARY", &own)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = started.map_err(|error| format!("{}: {error}", executable.display()))?;
    let line = converse(&mut child, &request, settings.timeout);
    // It has answered or never will.
    let _ = child.kill();
    let _ = child.wait();
    let answer: Value = serde_json::from_str(&line?).map_err(|error| error.to_string())?;
    match answer.get("ok") {
        Some(Value::Object(answer)) => Ok(answer.clone()),
        _ => {
            let message = answer.pointer("/error/message").and_then(Value::as_str);
            Err(message.unwrap_or("the worker did not answer").to_owned())
        }
    }
}

/// Sends a request and waits for a line.
fn converse(child: &mut Child, request: &Value, timeout: Duration) -> Result<String, String> {
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (mut input, output) = pipes.ok_or("the worker has no pipes")?;
    let request = format!("{request}\n");
    let (sender, receiver) = mpsc::channel();
    // Ends when the worker does.
    std::thread::spawn(move || {
        let mut line = String::new();
        let sent = input
            .write_all(request.as_bytes())
            .and_then(|()| input.flush());
        let read = sent.and_then(|()| BufReader::new(output).read_line(&mut line));
        // Nobody listens any more when the time is over.
        let _ = sender.send(read.map(|_| line));
    });
    match receiver.recv_timeout(timeout) {
        Ok(Ok(line)) if line.ends_with('\n') => Ok(line),
        Ok(Ok(_)) => Err("the worker ended without an answer".to_owned()),
        Ok(Err(error)) => Err(format!("the worker: {error}")),
        Err(RecvTimeoutError::Timeout) => Err(format!(
            "the worker did not answer within {} s",
            timeout.as_secs_f64()
        )),
        Err(RecvTimeoutError::Disconnected) => Err("the worker cannot be asked".to_owned()),
    }
}

/// Adds a line to the log.
fn log(mut entry: Value, seconds: f64, settings: &Settings) {
    let Some(path) = &settings.log else { return };
    let time = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    entry["route"] = json!("codegen");
    entry["seconds"] = json!((seconds * 1e4).round() / 1e4);
    entry["time"] = json!(time.as_secs());
    entry["pid"] = json!(std::process::id());
    let file = OpenOptions::new().create(true).append(true).open(path);
    // One write, so that lines of several processes do not mix.
    let written = file.and_then(|mut file| file.write_all(format!("{entry}\n").as_bytes()));
    if let Err(error) = written {
        warn(&format!("{}: {error}", path.display()));
    }
}
