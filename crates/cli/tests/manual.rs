//! Completions for shells and manual pages, held to what the commands say of themselves.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

fn asked(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cdna-sched"));
    let output = command.args(arguments).output().expect("it starts");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The commands of `cdna-sched --help`, without `help`.
fn commands() -> Vec<String> {
    let help = asked(&["--help"]);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let list = list.take_while(|line| !line.is_empty());
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|&name| name != "help").map(str::to_owned);
    names.collect()
}

/// The long options in a text, each from `--` on.
fn options(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = text.split(|c: char| !is_part(c));
    let options = words.filter(|word| word.starts_with("--") && word.len() > 2);
    options.map(str::to_owned).collect()
}

/// The options that a command lists in its help, without that for help.
fn listed(command: &str) -> BTreeSet<String> {
    let help = asked(&[command, "--help"]);
    let list = help.lines().map(str::trim_start);
    let list = list.filter(|line| line.starts_with('-'));
    let all = list.flat_map(options);
    all.filter(|option| option != "--help").collect()
}

/// What bash offers behind words of a command line.
fn offered(words: &[&str]) -> BTreeSet<String> {
    let script = r#"
        eval "$(cat)"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _cdna__sched "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let completions = folder.path().join("completions");
    fs::write(&completions, asked(&["completions", "bash"])).expect("a file");
    let mut bash = Command::new("bash");
    bash.args(["-c", script, "bash"]).args(words);
    bash.stdin(fs::File::open(completions).expect("it was just written"));
    let output = bash.output().expect("bash starts");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn bash_offers_the_commands_their_options_and_values() {
    let all = offered(&["cdna-sched", ""]);
    let commands = commands();
    assert!(commands.len() > 12, "{commands:?}");
    for command in &commands {
        assert!(all.contains(command), "{command}: {all:?}");
        let mut long = offered(&["cdna-sched", command, "--"]);
        long.retain(|word| !word.is_empty() && word != "--help");
        let of_help = listed(command);
        assert_eq!(long, of_help, "{command}");
    }
    // An option that opt refuses, with the reason, is none that it offers.
    assert!(!offered(&["cdna-sched", "opt", "--"]).contains("--place-loops"));
    let values = offered(&["cdna-sched", "opt", "--effort", ""]);
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    assert_eq!(values, ["default", "fast", "max"]);
}

#[test]
fn zsh_and_fish_have_the_same_options() {
    for shell in ["zsh", "fish"] {
        let script = asked(&["completions", shell]);
        for command in commands() {
            for option in listed(&command) {
                let written = match shell {
                    "zsh" => option.clone(),
                    _ => format!("-l {}", option.trim_start_matches('-')),
                };
                assert!(script.contains(&written), "{shell}: {command} {option}");
            }
        }
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pages = folder.path().join("share/man/man1");
    asked(&["man", &pages.to_string_lossy()]);
    let page = |name: &str| {
        let text = fs::read_to_string(pages.join(format!("{name}.1"))).expect("a page");
        assert!(text.contains(&format!(".TH {name} 1")), "{text}");
        let text = text.replace("\\-", "-");
        text.replace("\\fB", " ").replace("\\fR", " ")
    };
    let first = page("cdna-sched");
    for command in commands() {
        assert!(first.contains(&format!("cdna-sched-{command}(1)")));
        let text = page(&format!("cdna-sched-{command}"));
        let there = options(&text);
        let of_help = listed(&command);
        assert!(there.is_superset(&of_help), "{command}: {of_help:?}");
        assert!(text.contains("Exit code: 0"), "{command}");
    }
    // A folder that cannot be made.
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let mut refused = Command::new(env!("CARGO_BIN_EXE_cdna-sched"));
    let refused = refused.arg("man").arg(&file).output().expect("it starts");
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("file cannot be written: "), "{said}");
}
