//! Requests and their answers.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use serde_json::{Value, json};

use super::*;

/// A loop in which a load could begin earlier.
pub(super) const TEXT: &str = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.text\n\t.globl k\n\t.type k,@function\nk:\n\
    \ts_mov_b32 s4, 0\n.LBB0_1:\n\tv_mul_f32_e32 v5, v0, v0\n\tv_mul_f32_e32 v6, v5, v5\n\
    \tglobal_load_dword v1, v0, s[0:1]\n\ts_waitcnt vmcnt(0)\n\tv_add_f32_e32 v2, v1, v1\n\
    \ts_add_i32 s4, s4, 1\n\ts_cmp_lt_i32 s4, 16\n\ts_cbranch_scc1 .LBB0_1\n\
    \tglobal_store_dword v0, v2, s[0:1]\n\ts_endpgm\n\t.amdhsa_kernel k\n\
    \t\t.amdhsa_next_free_vgpr 16\n\t\t.amdhsa_next_free_sgpr 16\n\t\t.amdhsa_accum_offset 16\n\
    \t.end_amdhsa_kernel\n";

fn ask(service: &mut Service, request: &Value) -> Value {
    let answer = service.answer(request.to_string().as_bytes());
    assert!(!answer.contains('\n'));
    serde_json::from_str(&answer).expect("JSON")
}

fn done(service: &mut Service, request: &Value) -> Value {
    let mut answer = ask(service, request);
    assert!(answer.get("error").is_none(), "{answer}");
    answer["ok"].take()
}

fn error(request: &Value) -> (String, String) {
    let answer = ask(&mut Service::new(), request);
    let text = |what: &str| {
        answer["error"][what]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    (text("kind"), text("message"))
}

#[test]
fn the_id_comes_back_whatever_it_is() {
    for id in [json!(7), json!("seven"), json!([1, 2]), json!(null)] {
        let answer = ask(&mut Service::new(), &json!({ "id": id, "op": "version" }));
        assert_eq!(answer["id"], id);
        assert_eq!(answer["ok"]["protocol"], PROTOCOL);
        let answer = ask(&mut Service::new(), &json!({ "id": id, "op": "lint" }));
        assert_eq!(
            (&answer["id"], &answer["error"]["kind"]),
            (&id, &json!("bad_request"))
        );
    }
}

#[test]
fn what_is_no_request_is_said_to_be_none() {
    for request in ["", "7", "[]", "{", "{\"op\": 3}", "\u{fffd}"] {
        let answer = Service::new().answer(request.as_bytes());
        assert!(
            answer.contains("\"kind\":\"bad_request\""),
            "{request}: {answer}"
        );
    }
    assert!(
        Service::new()
            .answer(b"{\"op\": \"\xff\"}")
            .contains("bad_request")
    );
}

#[test]
fn errors_name_what_was_expected() {
    let (kind, why) = error(&json!({ "op": "lnt" }));
    assert!(
        kind == "bad_request" && why.contains("'lnt'") && why.contains("lint, fix"),
        "{why}"
    );
    let (_, why) = error(&json!({ "op": "lint", "text": TEXT, "hazard": "isa" }));
    assert!(
        why.contains("no field 'hazard'") && why.contains("hazards"),
        "{why}"
    );
    let (_, why) = error(&json!({ "op": "lint", "text": TEXT, "hazards": "all" }));
    assert!(
        why.contains("'all'") && why.contains("safe, exact, isa, llvm"),
        "{why}"
    );
    let (kind, why) = error(&json!({ "op": "lint", "text": "s_endpgm\n" }));
    assert!(
        kind == "bad_input" && why.contains("name it: target in requests"),
        "{why}"
    );
    let (kind, why) = error(&json!({ "op": "opt", "text": TEXT, "target": "gfx90a" }));
    assert!(
        kind == "bad_input" && why.contains("gfx942, not for gfx90a"),
        "{why}"
    );
    let (kind, why) = error(&json!({ "op": "evaluate", "text": TEXT.replace("v_mul", "v_mull") }));
    assert!(kind == "bad_input" && why.contains("line 8"), "{why}");
}

#[test]
fn a_missing_wait_is_found_and_put_back() {
    let mut service = Service::new();
    let broken = TEXT.replace("\ts_waitcnt vmcnt(0)\n", "");
    let found = done(&mut service, &json!({ "op": "lint", "text": broken }));
    assert_eq!(
        found["findings"].as_array().map(Vec::len),
        Some(1),
        "{found}"
    );
    assert_eq!(found["findings"][0]["lack"]["wait"]["counter"], "vmcnt");
    let fixed = done(&mut service, &json!({ "op": "fix", "text": broken }));
    assert_eq!(fixed["added"][0]["text"], "s_waitcnt vmcnt(0)");
    let again = done(
        &mut service,
        &json!({ "op": "lint", "text": fixed["text"] }),
    );
    assert_eq!(again["findings"], json!([]));
}

#[test]
fn a_text_has_figures_and_two_can_be_compared() {
    let mut service = Service::new();
    let found = done(&mut service, &json!({ "op": "evaluate", "text": TEXT }));
    let function = &found["functions"][0];
    assert_eq!(function["name"], "k");
    let place = &function["loops"][0];
    assert_eq!(
        (&place["label"], &place["line"]),
        (&json!(".LBB0_1"), &json!(8))
    );
    // v0 and v5 while v6 is made, or v0 and v1.
    assert_eq!(place["peak_live"]["vgpr"], 2, "{place}");
    assert!(
        function["figures"]["loops"][0]["clocks"][0]["last"]["one_wave"].as_f64() > Some(100.0)
    );
    let better = done(&mut service, &json!({ "op": "opt", "text": TEXT }));
    assert_eq!(better["functions"][0]["kept"], Value::Null, "{better}");
    let texts = json!([TEXT, better["text"]]);
    let both = done(&mut service, &json!({ "op": "compare", "texts": texts }));
    assert_eq!(
        both["same"],
        json!([{ "one": 0, "other": 0, "loops": [[0, 0]] }])
    );
    let clocks = |which: &str| {
        let clocks = &both[which]["functions"][0]["figures"]["loops"][0]["clocks"][0];
        clocks["last"]["one_wave"].as_f64().expect("clocks")
    };
    assert!(clocks("other") < clocks("one"));
    assert_eq!(
        better["functions"][0]["mended"],
        json!({ "waits": 0, "wait_states": 0 })
    );
    let broken = TEXT.replace("\ts_waitcnt vmcnt(0)\n", "");
    let mended = done(&mut service, &json!({ "op": "opt", "text": broken }));
    assert_eq!(mended["functions"][0]["mended"]["waits"], 1, "{mended}");
}

#[test]
fn an_order_is_judged_applied_and_written_for_a_compilation() {
    let mut service = Service::new();
    let opened = done(&mut service, &json!({ "op": "open", "text": TEXT }));
    let session = &opened["session"];
    assert_eq!(opened["kernels"][0]["name"], "k");
    let ask_for = |op: &str| json!({ "op": op, "session": session, "kernel": "k" });
    let graph = done(&mut service, &ask_for("export"));
    let regions = graph["regions"].as_array().expect("regions");
    let at = regions
        .iter()
        .position(|r| r["nodes"].as_array().is_some_and(|n| n.len() > 5));
    let at = at.expect("the loop").to_string();
    let region: usize = at.parse().expect("a number");
    // The load, which is node 2, goes first.
    let mut request = ask_for("judge");
    request["moves"] = json!([[region, 2, 0]]);
    for detail in ["expected", "placed", "checked"] {
        request["detail"] = json!(detail);
        let judged = done(&mut service, &request);
        assert_eq!(judged["legal"], true, "{judged}");
        let clocks = |which: &str| judged["traces"][0][which]["measured"]["one_wave"].as_f64();
        assert!(clocks("clocks") < clocks("clocks_before"), "{judged}");
    }
    let orders = done(&mut service, &request)["orders"].take();
    let all = json!({ "k": orders });
    let apply = json!({ "op": "apply", "session": session, "orders": all });
    let applied = done(&mut service, &apply);
    assert_eq!(applied["functions"][0]["kept"], Value::Null, "{applied}");
    let text = applied["text"].as_str().expect("a text");
    assert!(text.contains(".LBB0_1:\n\tglobal_load_dword"), "{text}");
    let file = json!({ "op": "order_file", "session": session, "orders": all });
    let file = done(&mut service, &file);
    assert_eq!(
        file["file"]["functions"][0]["fingerprint"],
        graph["fingerprint"]
    );
    let found = done(&mut service, &ask_for("search"));
    assert!(found["orders"].get(&at).is_some(), "{found}");
    let close = json!({ "op": "close", "session": session });
    assert_eq!(done(&mut service, &close), json!({}));
    let gone = ask(&mut service, &close);
    assert_eq!(gone["error"]["kind"], "bad_request");
}

#[test]
fn an_order_against_a_dependence_is_named() {
    let mut service = Service::new();
    let opened = done(&mut service, &json!({ "op": "open", "text": TEXT }));
    let mut request = json!({ "op": "judge", "session": opened["session"], "kernel": "k" });
    let regions = opened["kernels"][0]["regions"].as_u64().expect("a number");
    let broken = (0..regions).find_map(|region| {
        // Its second multiplication before its first.
        request["moves"] = json!([[region, 1, 0]]);
        let answer = ask(&mut service, &request);
        let broken = answer["ok"]["broken"].as_array()?.first()?.clone();
        Some(broken)
    });
    let broken = broken.expect("a region with a dependence between its first two nodes");
    assert_eq!(broken["kind"], "true");
    assert_eq!(
        broken["reason"],
        "the later one reads v5, which the first writes"
    );
}

#[test]
fn an_object_is_a_field_as_base64_or_beside_the_request() {
    let bytes = include_bytes!("../../../../tests/objects/kernels.gfx942.hsaco").to_vec();
    let mut service = Service::new();
    let field = json!({ "op": "lint", "object": BASE64.encode(&bytes), "needless": true });
    let linted = done(&mut service, &field);
    let findings = linted["findings"].as_array().expect("findings");
    assert!(findings.iter().all(|found| found["at"]["address"].is_u64()));
    assert!(linted["instructions"].as_u64() > Some(0), "{linted}");
    let request = json!({ "op": "lint", "needless": true }).to_string();
    let reply = service.reply(request.as_bytes(), Some(bytes.clone()));
    let beside: Value = serde_json::from_str(&reply.answer).expect("JSON");
    assert_eq!((&beside["ok"], reply.output), (&linted, None));

    let fixed = done(
        &mut service,
        &json!({ "op": "fix", "object": BASE64.encode(&bytes) }),
    );
    let object = fixed["object"].as_str().expect("the file");
    assert!(fixed.get("text").is_none(), "{fixed}");
    let reply = service.reply(b"{\"op\": \"fix\"}", Some(bytes));
    assert_eq!(reply.output, BASE64.decode(object).ok());
}

#[test]
fn machine_code_gets_better_orders() {
    let bytes = include_bytes!("../../../../tests/objects/attention.gfx942.hsaco").to_vec();
    let mut service = Service::new();
    // This effort makes longer code of it.
    let request = json!({ "op": "opt", "effort": "fast", "object": BASE64.encode(&bytes) });
    let answer = done(&mut service, &request);
    let function = &answer["functions"][0];
    assert_eq!(
        (&function["name"], &function["kept"]),
        (&json!("flash_fwd"), &Value::Null)
    );
    assert_eq!(
        (&function["origin"], &function["moved"]),
        (&json!(""), &json!(true))
    );
    let object = answer["object"].as_str().expect("the file");
    let reply = service.reply(
        b"{\"op\": \"opt\", \"effort\": \"fast\"}",
        Some(bytes.clone()),
    );
    assert_eq!(reply.output, BASE64.decode(object).ok());
    // Only for another GPU there is nothing to do.
    let other = json!({ "op": "opt", "target": "gfx90a", "object": BASE64.encode(&bytes) });
    let (kind, message) = error(&other);
    assert_eq!(kind, "bad_input");
    assert!(message.starts_with("there is no machine code"), "{message}");
}

#[test]
fn there_is_one_input() {
    let mut service = Service::new();
    let twice = json!({ "op": "lint", "text": TEXT, "object": "" });
    let (kind, message) = error(&twice);
    assert_eq!((&*kind, &*message), ("bad_request", fields::ONE_INPUT));
    let request = json!({ "op": "lint", "text": TEXT }).to_string();
    let reply = service.reply(request.as_bytes(), Some(Vec::new()));
    let expected = Some((Kind::BadRequest, fields::ONE_INPUT.to_owned()));
    assert_eq!(reply.error, expected);
    let reply = service.reply(b"{\"op\": \"version\"}", Some(Vec::new()));
    let (_, message) = reply.error.expect("an error");
    assert_eq!(message, "this operation takes no input beside the request");
    let (kind, message) = error(&json!({ "op": "fix", "object": "no base64" }));
    assert_eq!(kind, "bad_request");
    assert!(message.starts_with("object: expected base64"), "{message}");
}

#[test]
fn text_that_came_as_an_object_goes_as_one() {
    let object = BASE64.encode(TEXT);
    for op in [
        json!({ "op": "opt", "object": object }),
        json!({ "op": "rewrite", "mode": "opt", "object": object }),
        json!({ "op": "fix", "object": object }),
    ] {
        let mut as_text = op.clone();
        as_text["text"] = json!(TEXT);
        as_text.as_object_mut().expect("an object").remove("object");
        let (one, other) = (
            done(&mut Service::new(), &op),
            done(&mut Service::new(), &as_text),
        );
        let made = BASE64.decode(one["object"].as_str().expect("base64"));
        let made = made.expect("base64");
        assert_eq!(
            Some(&*String::from_utf8_lossy(&made)),
            other["text"].as_str()
        );
    }
}

#[test]
fn lines_are_answered_until_the_end() {
    let input =
        "{\"id\": 1, \"op\": \"version\"}\n\n   \nnonsense\n{\"id\": 2, \"op\": \"version\"}";
    let mut output = Vec::new();
    serve(input.as_bytes(), &mut output).expect("it is read and written");
    let lines: Vec<Value> = output
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect();
    let ids: Vec<&Value> = lines.iter().map(|line| &line["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!(null), &json!(2)]);
}

#[test]
fn an_id_comes_back_as_it_was_sent() {
    for id in [
        "123456789012345678901234567890",
        "9007199254740993",
        "-0.10",
        "1e400",
        "\"\\u00e9\\/\"",
        "{\"b\": 1.50, \"a\": [1E2]}",
    ] {
        for op in ["version", "nothing"] {
            let answer =
                Service::new().answer(format!("{{\"op\": \"{op}\", \"id\": {id}}}").as_bytes());
            assert!(answer.starts_with(&format!("{{\"id\":{id},")), "{answer}");
            assert!(serde_json::from_str::<&serde_json::value::RawValue>(&answer).is_ok());
        }
    }
    let answer = Service::new().answer(b"{\"op\": \"version\", \"id\": [1,\r\n2]}");
    assert!(answer.starts_with("{\"id\":[1,  2],\"ok\":"), "{answer}");
}

#[test]
fn rewrite_always_has_a_text() {
    let mut service = Service::new();
    let request = |text: &str, mode: &str| json!({ "op": "rewrite", "text": text, "mode": mode });
    let opt = done(&mut service, &request(TEXT, "opt"));
    assert_eq!(opt["changed"], json!(true), "{opt}");
    assert_eq!(opt["report"]["kernels"][0]["action"], "rescheduled");
    for mode in ["lint", "fix", "opt"] {
        let left = done(&mut service, &request("garbage", mode));
        assert_eq!(
            (&left["text"], &left["changed"]),
            (&json!("garbage"), &json!(false))
        );
        assert!(left["report"]["reason"].is_string());
    }
    assert_eq!(
        error(&json!({ "op": "rewrite", "text": TEXT })).0,
        "bad_request"
    );
    assert_eq!(error(&request(TEXT, "best")).0, "bad_request");
}

/// Of a kernel that takes twice as long the other text is taken, with what `opt` makes of it.
#[test]
fn pick_takes_the_fastest_text() {
    let mut service = Service::new();
    let slow = TEXT.replace(
        "\ts_endpgm",
        &format!("{}\ts_endpgm", "\tv_exp_f32_e32 v7, v7\n".repeat(400)),
    );
    assert_ne!(slow, TEXT);
    let request = |texts: serde_json::Value| json!({ "op": "pick", "texts": texts, "most": 1 });
    let picked = done(&mut service, &request(json!([["a", slow], ["b", TEXT]])));
    let alone = json!({ "op": "rewrite", "text": TEXT, "mode": "opt" });
    let alone = done(&mut service, &alone);
    assert_eq!(
        (&picked["picked"], &picked["text"]),
        (&json!(1), &alone["text"])
    );
    assert_eq!(picked["report"], alone["report"]);
    let candidates = &picked["kernels"][0]["candidates"];
    assert_eq!(candidates[0]["lost"], "beaten");
    assert_eq!(candidates[1].get("lost"), None);
    // The first stays unless another is better.
    for other in [TEXT, &slow, "garbage"] {
        let picked = done(&mut service, &request(json!([["a", TEXT], ["b", other]])));
        assert_eq!(
            (&picked["picked"], &picked["text"]),
            (&json!(0), &alone["text"])
        );
    }
    let garbage = done(
        &mut service,
        &request(json!([["a", "garbage"], ["b", TEXT]])),
    );
    assert_eq!(
        (&garbage["picked"], &garbage["text"]),
        (&json!(0), &json!("garbage"))
    );
    for texts in [json!([]), json!([["a", TEXT], ["a", TEXT]])] {
        assert_eq!(error(&request(texts)).0, "bad_request");
    }
}

/// What an operation cannot honour is no answer that ignores it.
#[test]
fn options_that_an_operation_cannot_honour_are_refused_with_the_reason() {
    let texts = json!([TEXT, TEXT]);
    let flat = "function k gfx942\n";
    for (mut request, option, value, reason) in [
        (
            json!({ "op": "opt", "text": TEXT }),
            "place_loops",
            "on",
            "opt orders text as it is",
        ),
        (
            json!({ "op": "opt", "text": TEXT }),
            "lds_dma",
            "strict",
            "waits for loads into LDS",
        ),
        (
            json!({ "op": "opt", "text": TEXT }),
            "save",
            "/tmp",
            "an option of the plugin",
        ),
        (
            json!({ "op": "opt", "text": TEXT }),
            "model",
            "m.json",
            "requests name no files",
        ),
        (
            json!({ "op": "evaluate", "text": TEXT }),
            "effort",
            "max",
            "the text as it is",
        ),
        (
            json!({ "op": "compare", "texts": texts }),
            "hazards",
            "isa",
            "the text as it is",
        ),
        (
            json!({ "op": "lint", "text": TEXT }),
            "effort",
            "max",
            "keep the order",
        ),
        (
            json!({ "op": "rewrite", "text": TEXT, "mode": "fix" }),
            "rename",
            "off",
            "keep the order",
        ),
        (
            json!({ "op": "rewrite", "text": TEXT, "mode": "fix" }),
            "walls",
            "cross",
            "keep the order",
        ),
        (
            json!({ "op": "open", "text": TEXT }),
            "walls",
            "cross",
            "between walls alone",
        ),
        (
            json!({ "op": "open", "flat": flat }),
            "rename",
            "on",
            "orders come from outside",
        ),
    ] {
        request[option] = json!(value);
        let (kind, message) = error(&request);
        assert_eq!(kind, "bad_request", "{request}: {message}");
        let named = message.starts_with(&format!("{option} is '{value}', "));
        assert!(named && message.contains(reason), "{request}: {message}");
    }
}

#[test]
fn the_value_that_holds_anyway_is_taken() {
    let mut service = Service::new();
    let plain = done(&mut service, &json!({ "op": "opt", "text": TEXT }));
    let said = json!({
        "op": "opt", "text": TEXT, "overlap": "on", "coalesce": "on", "place_loops": "off", "walls": "honour",
        "lds_dma": "llvm", "check": "full", "schedule": true, "hazards": null,
    });
    assert_eq!(done(&mut service, &said), plain);
    let (kind, message) = error(&json!({ "op": "opt", "text": TEXT, "schedule": false }));
    assert_eq!(kind, "bad_request");
    assert!(
        message.contains("its order, its waits and its nops together"),
        "{message}"
    );
}
