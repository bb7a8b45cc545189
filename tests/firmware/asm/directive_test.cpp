// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "firmware/asm/disassembler.h"
#include "tests/firmware/asm/assemble_helpers.h"

namespace podsim::test {
namespace {

using assembler::Program;

/// Both sources give the same bundles.
void expect_same(const std::string& source, const std::string& expected) {
  EXPECT_EQ(disassemble(assemble_fragment(source)), disassemble(assemble_fragment(expected)));
}

TEST(Macro, ParametersAreReplaced) {
  const Program program = assemble_fragment(R"(
.macro add3 d, a, b
  sadd \d, \d, \a
  sadd \d, \d, \b
.endm
  add3 s1, s2, (3 + 4)
)");
  const Program expected = assemble_fragment("sadd s1, s1, s2\nsadd s1, s1, 7");
  EXPECT_EQ(program.bundles, expected.bundles);
}

TEST(Macro, DefaultsStandForMissingArguments) {
  const std::string macro = ".macro m a, b=5, c = (1 + 1)\nsmov s\\a, \\b\nsmov s2, \\c\n.endm\n";
  EXPECT_EQ(assemble_fragment(macro + "m 1").bundles,
            assemble_fragment("smov s1, 5\nsmov s2, 2").bundles);
  EXPECT_EQ(assemble_fragment(macro + "m 1, 8").bundles,
            assemble_fragment("smov s1, 8\nsmov s2, 2").bundles);
  EXPECT_EQ(assemble_fragment(macro + "m 1, , 9").bundles,
            assemble_fragment("smov s1, 5\nsmov s2, 9").bundles);
}

TEST(Macro, ArgumentsMayHoldAddressesAndCalls) {
  const std::string macro = ".macro m a, b\nvld \\a, \\b\n.endm\n";
  EXPECT_EQ(assemble_fragment(macro + "m v(min(1, 2)), [s1 + 8]  // comment, with comma").bundles,
            assemble_fragment("vld v1, [s1 + 8]").bundles);
}

TEST(Macro, EachUseHasItsOwnLocalLabels) {
  const Program program = assemble_fragment(R"(
.macro spin n
  smov s1, \n
.L\@: ssub s1, s1, 1
  sbnz s1, .L\@
.endm
main:
  spin 8
  spin 9
)");
  EXPECT_EQ(program.labels,
            (std::map<std::string, int>{{"main", 0}, {"main.L0", 1}, {"main.L1", 4}}));
  EXPECT_EQ(mnemonics(program), "smov | ssub | sbnz | smov | ssub | sbnz");
}

TEST(Macro, MayUseOtherMacrosAndRepeat) {
  const Program program = assemble_fragment(R"(
.macro one r
  smov s\r, 7
.endm
.macro many n
  .rept \n, k
  one \k
  .endr
.endm
  many 3
)");
  EXPECT_EQ(program.bundles, assemble_fragment("smov s0, 7\nsmov s1, 7\nsmov s2, 7").bundles);
}

TEST(Rept, TheCounterIsTextAndSymbol) {
  EXPECT_EQ(assemble_fragment(".rept 3, i\nvmov v\\i, v(2 * i + 8)\n.endr").bundles,
            assemble_fragment("vmov v0, v8\nvmov v1, v10\nvmov v2, v12").bundles);
}

TEST(Rept, Nests) {
  EXPECT_EQ(assemble_fragment(".rept 2, i\n.rept 2, j\nsmov s(2*i + \\j), 10 * i + j\n.endr\n.endr")
                .bundles,
            assemble_fragment("smov s0, 0\nsmov s1, 1\nsmov s2, 10\nsmov s3, 11").bundles);
}

TEST(Rept, ZeroTimesGivesNothing) {
  EXPECT_TRUE(assemble_fragment(".rept 0\nsmov s1, 1\n.endr").bundles.empty());
}

TEST(Rept, UniqueNumbersDifferBetweenRepetitions) {
  const Program program = assemble_fragment("main:\n.rept 2\n.L\\@: smov s1, 2\n.endr");
  EXPECT_EQ(program.labels.size(), 3u);
}

TEST(If, TakesTheFirstTrueBranch) {
  const std::string source =
      ".if N == 1\nsmov s1, 1\n.elif N == 2\nsmov s1, 2\n.elif N >= 2\nsmov s1, 3\n.else\n"
      "smov s1, 4\n.endif";
  for (int n = 0; n < 4; ++n) {
    const int expected = n == 0 ? 4 : n;
    EXPECT_EQ(assemble_fragment(".equ N, " + std::to_string(n) + "\n" + source).bundles,
              assemble_fragment("smov s1, " + std::to_string(expected)).bundles);
  }
}

TEST(If, SkippedLinesAreNotRead) {
  EXPECT_EQ(assemble_fragment(".if 0\n # rubbish \" \n.if 1\n frob\n.else\n frob\n.endif\n.else\n"
                              "smov s1, 2\n.endif")
                .bundles,
            assemble_fragment("smov s1, 2").bundles);
}

TEST(If, WorksInsideAMacro) {
  const std::string macro =
      ".macro m n\n.if \\n > 1\nsmov s1, 1\n.else\nsmov s1, 0\n.endif\n.endm\n";
  EXPECT_EQ(assemble_fragment(macro + "m 2\nm 1").bundles,
            assemble_fragment("smov s1, 1\nsmov s1, 0").bundles);
}

TEST(If, DefinedGuardsADefault) {
  const std::string source = ".if !defined(N)\n.equ N, 4\n.endif\nsmov s1, N";
  EXPECT_EQ(assemble_fragment(source).bundles, assemble_fragment("smov s1, 4").bundles);
  EXPECT_EQ(assemble_fragment(".equ N, 7\n" + source).bundles,
            assemble_fragment("smov s1, 7").bundles);
}

TEST(Include, LooksBesideTheIncludingFileThenInThePaths) {
  assembler::AssembleOptions options;
  options.check_flow = false;
  options.include_paths = {"/lib", "/other"};
  std::vector<std::string> asked;
  options.read_file = [&asked](const std::string& path) -> std::optional<std::string> {
    asked.push_back(path);
    if (path != "/other/a.tasm") return std::nullopt;
    return ".equ N, 5";
  };
  const Program program =
      assembler::assemble(".include \"a.tasm\"\nsmov s1, N", "/src/main.tasm", options);
  EXPECT_EQ(asked, (std::vector<std::string>{"/src/a.tasm", "/lib/a.tasm", "/other/a.tasm"}));
  EXPECT_EQ(program.bundles, assemble_fragment("smov s1, 5").bundles);
}

TEST(Include, PlacesNameTheIncludedFile) {
  const Program program =
      assemble_fragment("smov s1, 2\n.include \"f.tasm\"", {{"f.tasm", "\n\nhalt"}});
  ASSERT_EQ(program.places.size(), 1u);
  EXPECT_EQ(program.place_text(0), "test.tasm:1");
  const Program split = assemble_fragment("here:\n.include \"f.tasm\"", {{"f.tasm", "\n\nhalt"}});
  EXPECT_EQ(split.place_text(0), "f.tasm:3");
}

TEST(Equ, SymbolsReachTheProgram) {
  const Program program = assemble_fragment(".equ A, 3\n.equ B, A * 2\n.set C, 1\n.set C, C + B");
  EXPECT_EQ(program.symbol("A"), 3);
  EXPECT_EQ(program.symbol("B"), 6);
  EXPECT_EQ(program.symbol("C"), 7);
}

TEST(Equ, PredefinedSymbolsAreThere) {
  assembler::AssembleOptions options;
  options.symbols["CHIPS"] = 16;
  options.check_flow = false;
  EXPECT_EQ(assembler::assemble("smov s1, CHIPS / 2", "t", options).bundles,
            assemble_fragment("smov s1, 8").bundles);
}

TEST(Equ, AForwardConstantTakesASixteenBitImmediate) {
  const Program program = assemble_fragment("smov s1, N\n.equ N, 300");
  EXPECT_EQ(program.bundles.at(0).immediates[0], 300);
}

TEST(Reg, NamesARegister) {
  expect_same(
      ".reg acc, s5\n.reg x, v(1 + 2)\n.reg also, acc\nsadd acc, acc, 1\nvmov x, 0.5\nsmov s1, "
      "also",
      "sadd s5, s5, 1\nvmov v3, 0.5\nsmov s1, s5");
}

TEST(Smem, WordsGoToTheImage) {
  const Program program = assemble_fragment(R"(
.smem 100
table: .word 1, -1, 0.5, after, table + 1
.space 2, 9
end: .word 0xffffffff
.smem 8
.word 7
.text
  smov s1, table
  sld s2, [table + 1]
after:
  halt
)");
  EXPECT_EQ(program.smem_image, (std::map<int, std::uint32_t>{{8, 7},
                                                              {100, 1},
                                                              {101, 0xffffffff},
                                                              {102, 0x3f000000},
                                                              {103, 1},
                                                              {104, 101},
                                                              {105, 9},
                                                              {106, 9},
                                                              {107, 0xffffffff}}));
  EXPECT_EQ(program.symbol("table"), 100);
  EXPECT_EQ(program.symbol("end"), 107);
  EXPECT_EQ(program.labels, (std::map<std::string, int>{{"after", 1}}));
}

TEST(Label, LocalLabelsBelongToTheGlobalOneBefore) {
  const Program program = assemble_fragment("a:\n.x: snop\nb:\n.x: snop\nsbr .x\nsbr a.x");
  EXPECT_EQ(program.labels,
            (std::map<std::string, int>{{"a", 0}, {"a.x", 0}, {"b", 1}, {"b.x", 1}}));
  EXPECT_EQ(program.bundles.at(1).immediates[0], 1);
  EXPECT_EQ(program.bundles.at(2).immediates[0], 0);
}

TEST(Label, ElsewhereCanBePredefined) {
  assembler::AssembleOptions options;
  options.labels["resident"] = 1200;
  options.check_flow = false;
  const Program program = assembler::assemble("sbr resident", "t", options);
  EXPECT_EQ(program.bundles.at(0).immediates[0], 1200);
  EXPECT_TRUE(program.labels.empty());
}

TEST(Label, SeveralMayStandOnALineWithAnOperation) {
  const Program program = assemble_fragment("snop\na: b: halt");
  EXPECT_EQ(program.bundle_of("a"), 1);
  EXPECT_EQ(program.bundle_of("b"), 1);
}

TEST(Program, UnknownLabelNamesTheNearest) {
  const Program program = assemble_fragment("start: halt");
  try {
    program.bundle_of("stat");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.id(), "ASM-011");
    EXPECT_EQ(error.hint(), "did you mean 'start'?");
  }
  EXPECT_EQ(program.place_text(5), "bundle 5");
}

TEST(Assert, HoldsSilently) { EXPECT_NO_THROW(assemble_fragment(".assert 2 + 2 == 4, \"sum\"")); }

TEST(Lines, CarriageReturnsAreBlanks) {
  EXPECT_EQ(assemble_fragment("smov s1, 2\r\n.pack off\r\n").bundles.size(), 1u);
}

}  // namespace
}  // namespace podsim::test
