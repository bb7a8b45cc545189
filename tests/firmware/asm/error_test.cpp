// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "firmware/asm/errors.h"
#include "tests/firmware/asm/assemble_helpers.h"

namespace podsim::test {
namespace {

struct Diagnostic {
  const char* id;
  int line;
  int column;  ///< 0: the line is the place
  const char* source;
  const char* part;  ///< of what()
};

// clang-format off
const std::vector<Diagnostic>& diagnostics() {
  static const std::vector<Diagnostic> kAll = {
      {"ASM-001", 1, 10, ".include \"nowhere.tasm\"", "looked for nowhere.tasm"},
      {"ASM-002", 1, 14, "sadd s1, s2, $", "unexpected character '$'"},
      {"ASM-002", 2, 1, "halt\n# no", "a comment starts with //"},
      {"ASM-002", 1, 10, "smov s1, 09x", "'09x' is not a number"},
      {"ASM-002", 1, 8, ".error \"abc", "no closing quote"},
      {"ASM-002", 1, 10, "smov s1, \\n", "no macro parameter"},
      {"ASM-003", 1, 9, "sadd s1 s2", "expected ',', found 's2'"},
      {"ASM-003", 1, 11, "smov s1, 2; halt", "';' separates operations inside { } only"},
      {"ASM-003", 1, 16, "vld v1, [s1 + 8", "expected ']', found the end of the line"},
      {"ASM-003", 1, 14, "vld v1, [8 + s1]", "the register first"},
      {"ASM-003", 1, 7, ".pack maybe", "expected on or off"},
      {"ASM-003", 2, 0, ".macro a\n.macro b\n.endm\n.endm", "a macro inside a macro"},
      {"ASM-004", 2, 3, "halt\n  sad s1, s2, s3", "did you mean 'sadd'?"},
      {"ASM-005", 1, 1, ".wrod 3", "did you mean '.word'?"},
      {"ASM-006", 1, 1, "sadd s1, s2", "write sadd dst, x, y"},
      {"ASM-006", 1, 18, "sadd s1, s2, s3, s4", "wrong number of operands"},
      {"ASM-007", 1, 7, "vaddf s1, v2, v3", "operand 1 of 'vaddf' must be v0..v31, not 's1'"},
      {"ASM-007", 1, 12, "vbcast v1, 3", "must be s0..s31"},
      {"ASM-007", 1, 15, "vsrot v1, v2, v3", "must be a constant"},
      {"ASM-007", 1, 9, "sld s1, s2", "an address [register + offset]"},
      {"ASM-008", 1, 6, "smov s32, 1", "scalar registers are s0..s31"},
      {"ASM-008", 1, 6, "vmov v(40), v1", "there is no v40"},
      {"ASM-008", 1, 6, "mmul mxu2, v1", "matrix units are mxu0..mxu1"},
      {"ASM-009", 1, 5, "sig 256, 1", "256 is out of range for 'sig': 0..255"},
      {"ASM-009", 1, 7, ".smem 4096", "an SMEM address is 4096, not in 0..4095"},
      {"ASM-009", 1, 10, "smov s1, here * 40000\nhere: halt", "40000 is out of range"},
      {"ASM-010", 1, 15, "vaddf v1, v2, 3", "write 3.0"},
      {"ASM-010", 1, 14, "sadd s1, s2, 0.5", "computes with integers"},
      {"ASM-011", 2, 5, "loop: snop\nsbr lop", "did you mean 'loop'?"},
      {"ASM-012", 2, 6, ".equ A, 1\n.equ A, 2", "'A' is already defined at test.tasm:1:6"},
      {"ASM-012", 1, 6, ".equ v3, 1", "reserved"},
      {"ASM-012", 1, 1, "halt: snop", "reserved"},
      {"ASM-012", 1, 8, ".macro sadd\n.endm", "an operation or directive"},
      {"ASM-013", 2, 5, "here: halt\n.if here\n.endif", "label 'here' has no value yet"},
      {"ASM-014", 1, 12, "smov s1, 1 / 0", "division by zero"},
      {"ASM-015", 1, 14, "smov s1, 1.5 & 1", "needs integers"},
      {"ASM-015", 1, 7, ".rept 1.5\n.endr", "must be an integer"},
      {"ASM-016", 1, 26, "{ smov s1, 2; smov s2,2; smov s3, 2 }", "no scalar slot is left for 'smov'"},
      {"ASM-017", 2, 3, "{ vaddf v1, v2, 0.1; vaddf v3, v4, 0.2; smov s1, 99999;\n  smov s2, 99998 }", "no immediate is left"},
      {"ASM-018", 1, 17, "{ vld v1, [s1]; vmov v1, v2 }", "writes a register that the bundle writes already"},
      {"ASM-019", 1, 13, "{ sbr here; sbr here }\nhere: halt", "second branch"},
      {"ASM-020", 1, 0, ".macro a\nhalt", ".macro has no .endm"},
      {"ASM-020", 1, 0, ".rept 3\nhalt", ".rept has no .endr"},
      {"ASM-020", 1, 0, ".if 1\nhalt", ".if has no .endif"},
      {"ASM-020", 2, 1, "halt\n{ smov s1, 2", "'{' has no '}'"},
      {"ASM-021", 1, 0, ".endm", ".endm without its beginning"},
      {"ASM-021", 1, 0, ".else", ".else without .if"},
      {"ASM-021", 3, 0, ".if 0\n.else\n.else\n.endif", "second .else"},
      {"ASM-022", 3, 1, ".macro m a, b=2\n.endm\nm", "write m a, b=2"},
      {"ASM-022", 3, 1, ".macro m a, b=2\n.endm\nm 1, 2, 3", "takes 2 arguments, 3 are given"},
      {"ASM-023", 2, 1, ".macro m\nm\n.endm\nm", "at most 64 levels"},
      {"ASM-024", 2, 1, ".smem 8\nhalt", ".text returns to the program"},
      {"ASM-024", 1, 0, ".word 1", "start it with .smem ADDRESS"},
      {"ASM-025", 4, 7, ".smem 8\n.word 1\n.smem 8\n.word 2\n.text", "SMEM word 8 has a value already"},
      {"ASM-026", 4, 1, ".rept 16384\n{}\n.endr\nhalt", "IMEM holds 16384"},
      {"ASM-027", 1, 1, "sbr 7\nhalt", "branch to bundle 7; the program has 0..1"},
      {"ASM-028", 1, 1, "sloop 4, .e\n.e: halt", "the body of the hardware loop is empty"},
      {"ASM-029", 2, 1, "sloop 4, a\nsloop 4, b\nsnop\na: snop\nb: halt", "after the loop around it"},
      {"ASM-030", 2, 1, "sloop 4, a\nsbz s1, b\nsnop\na: snop\nb: halt", "crosses the boundary"},
      {"ASM-031", 1, 1, "smov s1, 2", "end with halt, sret or sbr"},
      {"ASM-032", 1, 0, ".error \"no such mesh\"", "no such mesh"},
      {"ASM-032", 1, 0, ".assert 1 > 2, \"too few\"", "too few"},
      {"ASM-033", 1, 15, "vst v1, [s1], maks=m1", "did you mean 'mask'?"},
      {"ASM-033", 1, 25, "vld v1, [s1], stride=1, 3", "follows a keyword operand"},
      {"ASM-033", 1, 18, "vld v1, [s1], 1, stride=1", "'stride' is given twice"},
      {"ASM-034", 1, 3, "{ .equ A, 1 }", "cannot stand inside { }"},
      {"ASM-034", 1, 0, ".imm 1, 2, 3, 4, 5, 6", "inside { } only"},
  };
  return kAll;
}
// clang-format on

TEST(Diagnostics, EachSaysWhereAndWhat) {
  for (const Diagnostic& expected : diagnostics()) {
    const std::vector<UserError> errors = errors_of(expected.source);
    ASSERT_FALSE(errors.empty());
    const UserError& error = errors[0];
    EXPECT_EQ(error.id(), expected.id) << error.what() << "\n" << expected.source;
    EXPECT_EQ(error.place().line, expected.line) << error.what() << "\n" << expected.source;
    EXPECT_EQ(error.place().column, expected.column) << error.what() << "\n" << expected.source;
    EXPECT_NE(std::string(error.what()).find(expected.part), std::string::npos)
        << error.what() << "\nlacks: " << expected.part;
  }
}

/// Every "ASM-nnn" in the text.
std::set<std::string> ids_in(const std::string& text) {
  constexpr std::size_t kLength = 7;
  std::set<std::string> ids;
  for (std::size_t at = text.find("ASM-"); at != std::string::npos;
       at = text.find("ASM-", at + 1)) {
    ids.insert(text.substr(at, kLength));
  }
  return ids;
}

TEST(Diagnostics, EachHasATestAndAParagraph) {
  const std::set<std::string> declared = ids_in(read_source_file("firmware/asm/diagnostic_ids.h"));
  std::set<std::string> tested;
  for (const Diagnostic& d : diagnostics()) tested.insert(d.id);
  EXPECT_EQ(tested, declared);
  EXPECT_EQ(ids_in(read_source_file("docs/firmware/assembler.md")), declared);
}

TEST(Diagnostics, ErrorsInAMacroNameTheLineAndTheUses) {
  const std::vector<UserError> errors = errors_of(
      ".macro inner a\n  sadd s1, s2, \\a\n.endm\n.macro outer\n  inner v3\n.endm\nouter\n");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_STREQ(
      errors[0].what(),
      "test.tasm:2:16: error [ASM-007]: operand 3 of 'sadd' must be s0..s31 or a constant, "
      "not 'v3' [in macro 'inner' used at test.tasm:5:3] [in macro 'outer' used at "
      "test.tasm:7:1] (write sadd dst, x, y)");
}

TEST(Diagnostics, LateErrorsInAMacroNameTheUse) {
  const std::vector<UserError> errors = errors_of(".macro m a\n  sbr \\a\n.endm\nm nowhere\n");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].message().find("[in macro 'm' used at test.tasm:4:1]"), std::string::npos);
}

TEST(Diagnostics, ErrorsInAnIncludedFileNameTheInclude) {
  assembler::AssembleOptions options;
  options.read_file = [](const std::string&) { return "\n frob"; };
  const std::vector<UserError> errors = errors_of("halt\n.include \"f.tasm\"", options);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(to_string(errors[0].place()), "f.tasm:2:2");
  EXPECT_NE(errors[0].message().find("[in file used at test.tasm:2]"), std::string::npos);
}

TEST(Diagnostics, SeveralErrorsAreReportedTogether) {
  const std::vector<UserError> errors = errors_of("frob\nhalt\nsmov s40, 1\n{ frob ; halt }\nhalt");
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0].place().line, 1);
  EXPECT_EQ(errors[1].place().line, 3);
  EXPECT_EQ(errors[2].place().line, 4);
}

TEST(Diagnostics, StopsAfterTwentyErrors) {
  std::string source;
  for (int i = 0; i < 50; ++i) source += "frob\n";
  EXPECT_EQ(errors_of(source).size(), assembler::kMaxErrors);
}

TEST(AssemblyErrors, IsAUserErrorThatListsAll) {
  const assembler::AssemblyErrors errors(
      {UserError("ASM-004", "first", {"f", 1, 2}), UserError("ASM-005", "second", {"f", 3, 4})});
  const UserError& base = errors;
  EXPECT_EQ(base.id(), "ASM-004");
  EXPECT_EQ(base.exit_code(), ExitCode::kUsage);
  EXPECT_STREQ(base.what(), "f:1:2: error [ASM-004]: first\nf:3:4: error [ASM-005]: second");
}

TEST(AssembleFile, AMissingFileIsAUserError) {
  try {
    assembler::assemble_file("/nonexistent/x.tasm");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "ASM-001");
  }
}

}  // namespace
}  // namespace podsim::test
