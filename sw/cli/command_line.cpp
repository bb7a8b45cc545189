// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "firmware/diagnostics/nearest_name.h"
#include "firmware/diagnostics/user_error.h"
#include "sw/config/manifest.h"

namespace podsim::cli {
namespace {

/// Declares options of one verb on its CLI11 command.
class CliOptionSet final : public OptionSet {
 public:
  CliOptionSet(CLI::App& app, std::vector<config::Override>& settings)
      : app_(app), settings_(settings) {}

  void flag(const std::string& names, bool& value, const std::string& help) override {
    app_.add_flag(names, value, help);
  }
  void text(const std::string& names, std::string& value, const std::string& metavar,
            const std::string& help) override {
    app_.add_option(names, value, help)->type_name(metavar);
  }
  void texts(const std::string& names, std::vector<std::string>& values, const std::string& metavar,
             const std::string& help) override {
    app_.add_option(names, values, help)->type_name(metavar)->allow_extra_args(false);
  }
  void positional(const std::string& name, std::string& value, bool required,
                  const std::string& help) override {
    app_.add_option(name, value, help)->required(required)->type_name("");
  }
  void setting(const std::string& names, const std::string& path, const std::string& metavar,
               const std::string& help) override {
    const std::string shown = long_name(names);
    const auto add = [this, path, shown](const std::string& value) {
      settings_.push_back({path, value, fmt::format("command line: {} {}", shown, value)});
    };
    app_.add_option_function<std::string>(names, add, help)->type_name(metavar);
  }
  void setting_flag(const std::string& names, const std::string& path,
                    const std::string& help) override {
    const std::string shown = long_name(names);
    const auto add = [this, path, shown] {
      settings_.push_back({path, "true", "command line: " + shown});
    };
    app_.add_flag_callback(names, add, help);
  }

 private:
  static std::string long_name(const std::string& names) {
    const std::size_t start = names.find("--");
    return start == std::string::npos ? names : names.substr(start);
  }

  CLI::App& app_;
  std::vector<config::Override>& settings_;
};

/// What the shared options of one verb are read into.
struct Parsed {
  CommonOptions common;
  std::vector<std::string> sets;
  std::vector<std::string> failures;
  std::string mesh;
  std::vector<config::Override> settings;
};

void declare_common(const CommonUse& uses, OptionSet& options, Parsed& parsed) {
  if (uses.configuration) {
    options.text("-c,--config", parsed.common.configuration, "FILE", "Configuration, TOML");
    options.texts("-s,--set", parsed.sets, "PATH=VALUE", "Set one key: pod.width=6");
    options.text("--mesh", parsed.mesh, "WxH", "Size of the pod in chips");
    options.texts("--fail", parsed.failures, "KIND:x,y",
                  "Dead from the start: chip:x,y, board:x,y, block:x,y:WxH, link:x,y:N");
    options.setting("--seed", "seed", "N", "Of every random choice");
  }
  if (uses.artefacts) {
    options.text("--out", parsed.common.out, "DIR", "Folder of all artefacts and the manifest");
    options.text("--junit", parsed.common.junit, "FILE", "Outcome as JUnit XML");
  }
  if (uses.json) options.flag("--json", parsed.common.json, "Print the result as JSON");
}

CommonOptions collect(Parsed parsed) {
  std::vector<config::Override>& overrides = parsed.common.overrides;
  for (const std::string& text : parsed.sets) overrides.push_back(config::parse_override(text));
  if (!parsed.mesh.empty()) {
    for (const config::Override& side : parse_mesh(parsed.mesh)) overrides.push_back(side);
  }
  for (const std::string& text : parsed.failures) overrides.push_back(parse_failure(text));
  overrides.insert(overrides.end(), parsed.settings.begin(), parsed.settings.end());
  return parsed.common;
}

std::vector<std::string> verb_names(const std::vector<Verb>& verbs) {
  std::vector<std::string> names;
  names.reserve(verbs.size());
  for (const Verb& verb : verbs) names.push_back(verb.name);
  return names;
}

/// Says so before the library does, because it cannot tell the nearest verb.
void check_verb(const std::vector<std::string>& arguments, const std::vector<Verb>& verbs) {
  const std::vector<std::string> names = verb_names(verbs);
  if (arguments.empty()) throw UserError("CLI-004", "no verb", {}, "podsim --help lists them");
  const std::string& word = arguments.front();
  const bool known = std::find(names.begin(), names.end(), word) != names.end();
  if (known || word.rfind('-', 0) == 0) return;
  std::string hint = did_you_mean(word, names);
  if (hint.empty()) hint = "podsim --help lists the verbs";
  throw UserError("CLI-001", fmt::format("unknown verb '{}'", word), {}, hint);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

UserError unexpected(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining(true);
  const auto option = std::find_if(rest.begin(), rest.end(), [](const std::string& word) {
    return word.size() > 1 && word.front() == '-';
  });
  const std::string help = fmt::format("podsim {} --help lists the options", app.get_name());
  if (option == rest.end()) {
    return UserError("CLI-003",
                     fmt::format("unexpected argument '{}'", rest.empty() ? "" : rest.front()), {},
                     help);
  }
  const std::string name = option->substr(0, option->find('='));
  const std::string hint = did_you_mean(name, option_names(app));
  return UserError("CLI-002", fmt::format("unknown option '{}'", name), {},
                   hint.empty() ? help : hint);
}

const char* kExitCodes =
    "Exit codes: 0 pass, 1 a check failed, 2 usage or configuration, 3 deadlock or time-out,\n"
    "4 RTL and model disagree, 5 unreachable chips, 70 fault of podsim, 130 interrupted.\n";

/// The library's commands for all verbs, and what they read.
class Parser {
 public:
  explicit Parser(const std::vector<Verb>& verbs) : verbs_(verbs), parsed_(verbs.size()) {
    app_.name("podsim");
    app_.description("Functional and cycle-level model of TPU-v3 pods.");
    app_.set_version_flag("--version", "podsim " + config::podsim_version());
    app_.footer(kExitCodes);
    app_.require_subcommand(0, 1);
    for (std::size_t i = 0; i < verbs_.size(); ++i) add_verb(verbs_[i], parsed_[i]);
  }

  CLI::App& app() { return app_; }
  const CLI::App& selected() const {
    const auto chosen = app_.get_subcommands();
    return chosen.empty() ? app_ : *chosen.front();
  }

  /// Of the verb that is on the command line, or of the whole program.
  std::string help() const {
    const bool of_verb = &selected() != &app_;
    return of_verb ? selected().help("podsim") : app_.help();
  }

  Command command() {
    for (std::size_t i = 0; i < verbs_.size(); ++i) {
      if (app_.got_subcommand(verbs_[i].name)) return {&verbs_[i], collect(parsed_[i])};
    }
    throw UserError("CLI-004", "no verb", {}, "podsim --help lists them");
  }

 private:
  void add_verb(const Verb& verb, Parsed& parsed) {
    CLI::App& sub = *app_.add_subcommand(verb.name, verb.summary);
    option_sets_.push_back(std::make_unique<CliOptionSet>(sub, parsed.settings));
    if (verb.declare) verb.declare(*option_sets_.back());
    declare_common(verb.uses, *option_sets_.back(), parsed);
    if (!verb.examples.empty()) sub.footer("Examples:\n" + verb.examples);
  }

  CLI::App app_;
  const std::vector<Verb>& verbs_;
  std::vector<Parsed> parsed_;
  std::vector<std::unique_ptr<CliOptionSet>> option_sets_;
};

}  // namespace

std::optional<Command> parse_command_line(const std::vector<std::string>& arguments,
                                          const std::vector<Verb>& verbs, std::ostream& out) {
  check_verb(arguments, verbs);
  Parser parser(verbs);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants it
    parser.app().parse(reversed);
  } catch (const CLI::CallForHelp&) {
    out << parser.help();
    return std::nullopt;
  } catch (const CLI::CallForVersion& version) {
    out << version.what() << '\n';
    return std::nullopt;
  } catch (const CLI::ExtrasError&) {
    throw unexpected(parser.selected());
  } catch (const CLI::ParseError& error) {
    throw UserError("CLI-003", error.what(), {},
                    fmt::format("podsim {} --help", parser.selected().get_name()));
  }
  return parser.command();
}

}  // namespace podsim::cli
