// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/firmware/asm/assemble_helpers.h"

namespace podsim::test {
namespace {

std::string packed(const std::string& source) { return mnemonics(assemble_fragment(source)); }

TEST(Packing, FillsEverySlotOnce) {
  EXPECT_EQ(packed(R"(sadd s1, s2, s3
                      sadd s4, s5, s6
                      vaddf v1, v2, v3
                      vaddf v4, v5, v6
                      vld v7, [s7]
                      vst v8, [s8]
                      mmul mxu0, v9
                      mpop v10, mxu1
                      mark 3, 1)"),
            "sadd sadd vaddf vaddf vld vst mmul mpop | mark");
  EXPECT_EQ(packed("sadd s1, s2, s3\nvaddf v1, v2, v3\nmmul mxu0, v9\nmark 3, 1"),
            "sadd vaddf mmul mark");
}

TEST(Packing, AThirdOperationOfAClassStartsABundle) {
  EXPECT_EQ(packed("smov s1, s2\nsmov s3, s4\nsmov s5, s6"), "smov smov | smov");
}

TEST(Packing, ReadingAResultStartsABundle) {
  EXPECT_EQ(packed("smov s1, s2\nsmov s3, s1"), "smov | smov");
  EXPECT_EQ(packed("smov s1, 8\nvld v1, [s1]"), "smov | vld");
  EXPECT_EQ(packed("vcltf m1, v1, v2\nvsel v3, v4, v5, m1"), "vcltf | vsel");
  EXPECT_EQ(packed("rdsem s1, 3\nsmov s2, s1"), "rdsem | smov");
}

TEST(Packing, WritingTheSameRegisterStartsABundle) {
  EXPECT_EQ(packed("smov s1, s2\nsmov s1, s3"), "smov | smov");
  EXPECT_EQ(packed("vld v1, [s1]\nmpop v1, mxu0"), "vld | mpop");
}

TEST(Packing, WritingAfterReadingShares) {
  EXPECT_EQ(packed("smov s1, s2\nsmov s2, s3"), "smov smov");
  EXPECT_EQ(packed("mmul mxu0, v1\nvld v1, [s1]"), "vld mmul");
}

TEST(Packing, NoMemoryAccessFollowsAStoreOfThatMemory) {
  EXPECT_EQ(packed("vst v1, [s1]\nvld v2, [s2]"), "vst | vld");
  EXPECT_EQ(packed("vld v2, [s2]\nvst v1, [s1]"), "vld vst");
  EXPECT_EQ(packed("sst s1, [8]\nsld s2, [9]"), "sst | sld");
  EXPECT_EQ(packed("sst s1, [8]\nsst s2, [9]"), "sst | sst");
  EXPECT_EQ(packed("sld s2, [9]\nsst s1, [8]"), "sld sst");
  EXPECT_EQ(packed("sst s1, [8]\nvld v2, [s2]"), "sst vld");
}

TEST(Packing, PushAndPopOfAUnitNeverMeet) {
  EXPECT_EQ(packed("mmul mxu0, v1\nmpop v2, mxu0"), "mmul | mpop");
  EXPECT_EQ(packed("mpop v2, mxu0\nmmul mxu0, v1"), "mpop | mmul");
  EXPECT_EQ(packed("mmul mxu0, v1\nmpop v2, mxu1"), "mmul mpop");
  EXPECT_EQ(packed("xsum v1\nxpop v2"), "xsum | xpop");
  EXPECT_EQ(packed("xsum v1\nmpop v2, mxu0"), "xsum mpop");
}

TEST(Packing, NothingFollowsAControlOperation) {
  EXPECT_EQ(packed("wait 3, 1\nvld v1, [s1]"), "wait | vld");
  EXPECT_EQ(packed("sig 3, 1\nsmov s1, s2"), "sig | smov");
}

TEST(Packing, AControlOperationWaitsForMemoryAccesses) {
  for (const char* access : {"vst v1, [s1]", "vld v1, [s1]", "sst s1, [8]", "sld s1, [8]"}) {
    for (const char* control : {"dma 64", "wait 3, 1", "sig 3, 1", "dwait", "bar 224, 1", "halt"}) {
      const auto program = assemble_fragment(std::string(access) + "\n" + control);
      EXPECT_EQ(program.bundles.size(), 2u) << access << ", " << control;
    }
  }
}

TEST(Packing, ABranchEndsItsBundle) {
  EXPECT_EQ(packed("smov s1, s2\nsbr 0\nsmov s3, s4"), "smov sbr | smov");
  EXPECT_EQ(packed("vaddf v1, v2, v3\nsloop 8, 3\nvaddf v4, v5, v6"), "sloop vaddf | vaddf");
}

TEST(Packing, ALabelStartsABundle) {
  EXPECT_EQ(packed("smov s1, s2\nhere: smov s3, s4"), "smov | smov");
  EXPECT_EQ(packed("smov s1, s2\n.here: smov s3, s4"), "smov | smov");
}

TEST(Packing, TheCycleCounterIsReadAtTheStartOfABundle) {
  EXPECT_EQ(packed("vaddf v1, v2, v3\nscyc s1\nvaddf v4, v5, v6"), "vaddf | scyc vaddf");
  EXPECT_EQ(packed("scyc s1\nwait 3, 1"), "scyc | wait");
}

TEST(Packing, ImmediatesThatDoNotFitStartABundle) {
  EXPECT_EQ(packed("vmulf v1, v2, 0.1\nvmulf v3, v4, 0.2\nsmov s1, 0x10000\nsmov s2, 0x20001"),
            "smov vmulf vmulf | smov");
  EXPECT_EQ(packed("vmulf v1, v2, 0.1\nvmulf v3, v4, 0.1\nsmov s1, 0x10000\nsmov s2, 0x20001"),
            "smov smov vmulf vmulf");
}

TEST(Packing, CanBeSwitchedOff) {
  EXPECT_EQ(packed(".pack off\nsmov s1, s2\nvmov v1, v2\n.pack on\nsmov s3, s4\nvmov v3, v4"),
            "smov | vmov | smov vmov");
}

TEST(Packing, ExplicitBundlesStandAlone) {
  EXPECT_EQ(packed("smov s1, s2\n{ smov s3, s4 }\nsmov s5, s6"), "smov | smov | smov");
  EXPECT_EQ(packed("{ mmul mxu0, v1 ; mpop v2, mxu0 ; sst s1, [8] ; sld s2, [8] }"),
            "sst sld mmul mpop");
  EXPECT_EQ(assemble_fragment("{ }\n{}").bundles.size(), 2u);
}

TEST(Packing, AnExplicitBundleMaySpanLines) {
  EXPECT_EQ(packed("{\n  smov s1, s2   // one\n  vmov v1, v2 ;\n\n ; vld v3, [s1] }"),
            "smov vmov vld");
}

TEST(Packing, AlignAddsEmptyBundles) {
  const auto program = assemble_fragment("smov s1, s2\n.align 8\nhere: smov s3, s4");
  EXPECT_EQ(program.bundle_of("here"), 8);
  EXPECT_EQ(program.bundles.at(3), isa::Bundle{});
}

}  // namespace
}  // namespace podsim::test
