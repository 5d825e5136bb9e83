//! The table of docs/exit-codes.md, held to what the commands say of themselves.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

fn help(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cdna-sched"));
    let output = command.args(arguments).arg("--help").output();
    let output = output.expect("it starts");
    String::from_utf8(output.stdout).expect("text")
}

/// By code, what it means: `Exit code: 0 nothing found; 1 something found` in a help text.
fn said(help: &str) -> BTreeMap<String, String> {
    let text = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let codes = text.split("Exit code: ").nth(1).expect("its exit codes");
    let codes = codes.split(" Usage:").next().unwrap_or_default();
    let codes = codes.trim_end_matches('.').split("; ");
    let codes = codes.map(|code| code.split_once(' ').expect("a code and what it means"));
    codes
        .map(|(code, meaning)| (code.to_owned(), meaning.to_owned()))
        .collect()
}

#[test]
fn the_table_is_what_the_commands_say() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/exit-codes.md");
    let text = std::fs::read_to_string(file).expect("the table");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut documented = Vec::new();
    for row in rows {
        let (command, cells) = row.split_once("` |").expect("a command");
        let cells = cells
            .trim_end_matches('|')
            .split('|')
            .map(str::trim)
            .enumerate();
        let codes = cells.filter(|(_, meaning)| !meaning.is_empty());
        let codes: BTreeMap<String, String> = codes
            .map(|(code, meaning)| (code.to_string(), meaning.to_owned()))
            .collect();
        assert_eq!(codes, said(&help(&[command])), "{command}");
        documented.push(command.to_owned());
    }
    let all = help(&[]);
    let commands = all
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let commands = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<&str> = commands
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let mut commands: Vec<&str> = commands
        .into_iter()
        .filter(|&name| name != "help")
        .collect();
    commands.sort_unstable();
    assert_eq!(documented, commands);
}
