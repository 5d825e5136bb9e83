//! The text of inline assembly as LLVM will print it, with the operands in their places: what
//! `AsmPrinter::emitInlineAsm` and `AMDGPUAsmPrinter::PrintAsmOperand` make of it.

use crate::machine::{OperandKind, RegRange};

/// Inline assembly as LLVM has it (`llvm/IR/InlineAsm.h`, of which the shim asserts what is here).
pub struct Template<'a> {
    /// With references to operands.
    pub text: &'a str,
    /// All operands of the instruction: the text, what the assembly does besides, then groups, each of which begins with
    /// an immediate that says what and how many they are.
    pub operands: &'a [OperandKind],
    /// Which of the variants `$(one$|other$)` is printed.
    pub variant: i32,
}

/// Where the groups begin.
const FIRST_GROUP: usize = 2;
/// Which operand says what the assembly does besides, and its bit for another dialect.
const EXTRA_INFO: usize = 1;
const OTHER_DIALECT: i64 = 4;
/// What a group of operands in memory is.
const MEMORY: u32 = 6;

impl Template<'_> {
    /// The text.
    ///
    /// # Errors
    /// Why there is none.
    pub fn expand(&self) -> Result<String, &'static str> {
        let mut printed = Printed {
            template: self,
            out: String::new(),
            current: None,
        };
        let mut left = self.text;
        while !left.is_empty() {
            left = printed.step(left)?;
        }
        match self.operands.get(EXTRA_INFO) {
            Some(OperandKind::Imm(info)) if info & OTHER_DIALECT == 0 => Ok(printed.out),
            _ => Err("it is in another dialect"),
        }
    }

    /// How an operand is printed: the first of its group.
    fn operand(&self, number: u32, modifier: Option<char>) -> Result<String, &'static str> {
        const NONE: &str = "it names an operand that does not exist";
        let mut at = FIRST_GROUP;
        for _ in 0..number {
            let Some(group) = self.group(at) else { break };
            at += group.len as usize + 1;
        }
        let group = self.group(at).ok_or(NONE)?;
        let operand = self.operands.get(at + 1).ok_or(NONE)?;
        if group.kind == MEMORY {
            return Err("it has an operand in memory");
        }
        match (*operand, modifier) {
            (OperandKind::Reg(range), None | Some('r')) => {
                name(range).ok_or("an operand is a register without a name")
            }
            (OperandKind::Imm(value), None | Some('r' | 'c' | 'a')) => Ok(value.to_string()),
            (OperandKind::Imm(value), Some('n')) => {
                // As an unsigned number, as LLVM prints it.
                Ok(value.wrapping_neg().cast_unsigned().to_string())
            }
            (OperandKind::Imm(_), _) => Err("it has a modifier that is not known"),
            _ => {
                Err("an operand is no register and no number, or has a modifier that is not known")
            }
        }
    }

    /// The group that begins at an operand.
    fn group(&self, at: usize) -> Option<Group> {
        match self.operands.get(at) {
            Some(&OperandKind::Imm(flag)) => Some(Group {
                kind: flag as u32 & 7,
                len: flag as u32 >> 3 & 0x1fff,
            }),
            _ => None,
        }
    }
}

/// Operands of inline assembly that belong together.
struct Group {
    kind: u32,
    len: u32,
}

/// The name that assembly has for a register; special tuples may have none.
fn name(range: RegRange) -> Option<String> {
    let name = range.to_string();
    (!name.starts_with("special")).then_some(name)
}

/// A text in the making.
struct Printed<'a> {
    template: &'a Template<'a>,
    out: String,
    /// The variant at hand; `None` outside of them.
    current: Option<i32>,
}

impl Printed<'_> {
    fn is_shown(&self) -> bool {
        self.current.is_none_or(|at| at == self.template.variant)
    }

    fn emit(&mut self, text: &str) {
        if self.is_shown() {
            self.out.push_str(text);
        }
    }

    /// Prints the beginning of a text. Gives what is left.
    fn step<'t>(&mut self, left: &'t str) -> Result<&'t str, &'static str> {
        let Some(left) = left.strip_prefix('$') else {
            let (plain, left) = left.split_at(left.find('$').unwrap_or(left.len()));
            self.emit(plain);
            return Ok(left);
        };
        let sign = left.chars().next();
        let behind = left.get(1..).unwrap_or_default();
        match (sign, self.current) {
            (Some('$'), _) => self.emit("$"),
            (Some('('), None) => self.current = Some(0),
            (Some('('), Some(_)) => return Err("it has variants in variants"),
            (Some('|'), None) => self.out.push('|'),
            (Some('|'), Some(at)) => self.current = Some(at.saturating_add(1)),
            (Some(')'), None) => self.out.push('}'),
            (Some(')'), Some(_)) => self.current = None,
            _ => return self.reference(left),
        }
        Ok(behind)
    }

    /// Prints what a reference stands for: a number, also in braces and with a modifier, or a special string.
    fn reference<'t>(&mut self, left: &'t str) -> Result<&'t str, &'static str> {
        let in_braces = left.strip_prefix('{');
        if let Some(special) = in_braces.and_then(|left| left.strip_prefix(':')) {
            let end = special.split_once('}');
            let (name, left) = end.ok_or("a special string does not end")?;
            // No instruction is made of any.
            match name {
                "uid" => self.emit("0"),
                "comment" => self.emit(";"),
                "private" => {}
                _ => return Err("it has a special string that is not known"),
            }
            return Ok(left);
        }
        let numbered = in_braces.unwrap_or(left);
        let digits = numbered.find(|c: char| !c.is_ascii_digit());
        let (number, mut left) = numbered.split_at(digits.unwrap_or(numbered.len()));
        let number = number.parse().map_err(|_| "an operand has no number")?;
        let mut modifier = None;
        if in_braces.is_some() {
            if let Some(behind) = left.strip_prefix(':') {
                let mut behind = behind.chars();
                modifier = Some(behind.next().ok_or("a modifier is missing")?);
                left = behind.as_str();
            }
            left = left
                .strip_prefix('}')
                .ok_or("the name of an operand does not end")?;
        }
        if self.is_shown() {
            let operand = self.template.operand(number, modifier)?;
            self.out.push_str(&operand);
        }
        Ok(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A group of so many operands.
    fn group(kind: u32, len: u32) -> OperandKind {
        OperandKind::Imm(i64::from(kind | len << 3))
    }

    fn expand(text: &str, variant: i32) -> Result<String, &'static str> {
        let range = |text| OperandKind::Reg(RegRange::parse(text).expect("a register"));
        let operands = [
            OperandKind::Opaque,
            OperandKind::Imm(1),
            // Two registers of one operand count as one: the first is its name.
            group(2, 2),
            range("v[0:1]"),
            range("v2"),
            // The upper bits say which operand it is tied to.
            OperandKind::Imm(i64::from(0x8001_0000_u32 | 1 | 1 << 3)),
            range("s5"),
            group(5, 1),
            OperandKind::Imm(-3),
            group(MEMORY, 1),
            range("v9"),
            group(1, 1),
            OperandKind::Opaque,
            group(1, 1),
            range("vcc"),
        ];
        let template = Template {
            text,
            operands: &operands,
            variant,
        };
        template.expand()
    }

    #[test]
    fn operands_take_their_places() {
        let text = |text| expand(text, 0).expect(text);
        assert_eq!(text("v_mov $0, $1"), "v_mov v[0:1], s5");
        assert_eq!(text("x ${1}y ${0:r} $5"), "x s5y v[0:1] vcc");
        assert_eq!(text("s_nop ${2:n} ${2:c} $2"), "s_nop 3 -3 -3");
        assert_eq!(text("é $$0 a$|b $)"), "é $0 a|b }");
        assert_eq!(text("l${:uid}: ${:comment} x${:private}"), "l0: ; x");
        assert_eq!(text(""), "");
    }

    #[test]
    fn one_variant_is_printed_and_the_others_are_not_looked_at() {
        let text = "a $(b $1$|c $3 ${2:z} $$$|d$) $0";
        assert_eq!(expand(text, 0).as_deref(), Ok("a b s5 v[0:1]"));
        assert_eq!(expand(text, 2).as_deref(), Ok("a d v[0:1]"));
        assert_eq!(expand(text, 7).as_deref(), Ok("a  v[0:1]"));
        assert_eq!(expand(text, 1), Err("it has an operand in memory"));
        assert_eq!(expand("$(a$(b", 0), Err("it has variants in variants"));
    }

    #[test]
    fn what_cannot_be_printed_is_said() {
        for (text, why) in [
            ("$9", "it names an operand that does not exist"),
            ("$6", "it names an operand that does not exist"),
            ("$3", "it has an operand in memory"),
            ("$", "an operand has no number"),
            ("$x", "an operand has no number"),
            ("$é", "an operand has no number"),
            ("$99999999999", "an operand has no number"),
            ("${0", "the name of an operand does not end"),
            ("${0:", "a modifier is missing"),
            ("${0:é", "the name of an operand does not end"),
            ("${2:z}", "it has a modifier that is not known"),
            (
                "${0:z}",
                "an operand is no register and no number, or has a modifier that is not known",
            ),
            (
                "$4",
                "an operand is no register and no number, or has a modifier that is not known",
            ),
            ("${:uid", "a special string does not end"),
            ("${:x}", "it has a special string that is not known"),
        ] {
            assert_eq!(expand(text, 0), Err(why), "{text}");
        }
    }

    #[test]
    fn another_dialect_and_broken_operands_are_refused() {
        let of = |operands: &[OperandKind]| {
            let template = Template {
                text: "$0",
                operands,
                variant: 0,
            };
            template.expand().err()
        };
        let register = OperandKind::Reg(RegRange::parse("v1").expect("a register"));
        let with = |info| of(&[OperandKind::Opaque, info, group(1, 1), register]);
        assert_eq!(with(OperandKind::Imm(1)), None);
        assert_eq!(with(OperandKind::Imm(5)), Some("it is in another dialect"));
        assert_eq!(with(OperandKind::Opaque), Some("it is in another dialect"));
        assert_eq!(of(&[]), Some("it names an operand that does not exist"));
    }
}
