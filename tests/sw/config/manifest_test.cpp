// SPDX-License-Identifier: Apache-2.0
#include "sw/config/manifest.h"

#include <fstream>

#include "tests/sw/config/config_helpers.h"

namespace podsim::config {
namespace {

void put(const std::string& file, const std::string& text) { std::ofstream(file) << text; }

TEST(Manifest, ReadsBackWhatItWrote) {
  const TemporaryFolder folder;
  Manifest manifest;
  manifest.verb = "train";
  manifest.configuration = "seed = 1\n[pod]\nwidth = 6 # \"six\"\n";
  manifest.seed = 42;
  manifest.inputs = {{"/a/b", "0123456789abcdef"}};
  manifest.result = {"fedcba9876543210", 18446744073709551615u, 7, 1};
  put(folder.file("manifest.json"), to_json(manifest));
  const Manifest again = read_manifest(folder.file("manifest.json"));
  EXPECT_EQ(to_json(again), to_json(manifest));
  EXPECT_EQ(again.result.core_cycles, 18446744073709551615u);
  EXPECT_EQ(again.configuration, manifest.configuration);
}

TEST(Manifest, RefusesWhatIsNone) {
  const TemporaryFolder folder;
  const std::string file = folder.file("m.json");
  for (const char* text : {"", "{", "[]", "{}", "{\"podsim\": 1}"}) {
    put(file, text);
    EXPECT_EQ(errors_of([&] { read_manifest(file); }).find("CFG-016 " + file), 0u) << text;
  }
  EXPECT_EQ(errors_of([] { read_manifest("/no/such.json"); }).substr(0, 7), "CFG-002");
}

TEST(Manifest, NoticesInputsThatChangedOrAreGone) {
  const TemporaryFolder folder;
  Manifest manifest;
  put(folder.file("a"), "one");
  put(folder.file("b"), "two");
  manifest.inputs = {{folder.file("a"), file_digest(folder.file("a"))},
                     {folder.file("b"), file_digest(folder.file("b"))}};
  EXPECT_NO_THROW(check_inputs(manifest, "m.json"));
  put(folder.file("a"), "ONE");
  std::filesystem::remove(folder.file("b"));
  const std::string errors = errors_of([&] { check_inputs(manifest, "m.json"); });
  EXPECT_NE(errors.find("CFG-017 m.json: input '" + folder.file("a") + "' has changed"),
            std::string::npos);
  EXPECT_NE(errors.find("CFG-017 m.json: cannot read input '" + folder.file("b")),
            std::string::npos);
}

TEST(Manifest, DigestIsXxh3OfTheContents) {
  const TemporaryFolder folder;
  put(folder.file("empty"), "");
  EXPECT_EQ(file_digest(folder.file("empty")), "2d06800538d394c2");  // published test vector
}

}  // namespace
}  // namespace podsim::config
