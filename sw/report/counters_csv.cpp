// SPDX-License-Identifier: Apache-2.0
#include "sw/report/counters_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "systemc/pod/pod.h"

namespace podsim {
namespace {

/// A column: what the header says of it, and its cell for a record.
template <typename Record>
struct CsvColumn {
  std::string name;
  std::string unit;
  std::string meaning;
  std::function<std::string(const Record&)> cell;
};

template <typename Record>
std::string csv(const std::string& title, const std::vector<CsvColumn<Record>>& columns,
                const std::vector<Record>& records) {
  std::string out = "# " + title + "\n# column, unit, meaning\n";
  for (const auto& column : columns) {
    out += fmt::format("# {}, {}, {}\n", column.name, column.unit, column.meaning);
  }
  for (const auto& column : columns) {
    out += column.name + (&column == &columns.back() ? "\n" : ",");
  }
  for (const Record& record : records) {
    for (const auto& column : columns) {
      out += column.cell(record) + (&column == &columns.back() ? "\n" : ",");
    }
  }
  return out;
}

using CoreColumn = CsvColumn<CoreRecord>;

CoreColumn counter(const char* name, const char* unit, const char* meaning,
                   std::uint64_t CoreCounters::*member) {
  return {name, unit, meaning,
          [member](const CoreRecord& r) { return std::to_string(r.counters->*member); }};
}

CoreColumn counter(const char* name, const char* unit, const char* meaning,
                   std::uint64_t DmaCounters::*member) {
  return {name, unit, meaning,
          [member](const CoreRecord& r) { return std::to_string(r.dma->*member); }};
}

CoreColumn stall_column(int cause) {
  const std::string title = name(static_cast<StallCause>(cause));
  std::string key = "stall_" + title;
  for (char& c : key) c = c == ' ' ? '_' : static_cast<char>(std::tolower(c));
  return {key, "core cycles", "cycles without a bundle, cause: " + title,
          [cause](const CoreRecord& r) {
            return std::to_string(r.counters->stall_cycles[static_cast<std::size_t>(cause)]);
          }};
}

std::vector<CoreColumn> core_place_columns(const Topology& topology) {
  const auto at = [&topology](const CoreRecord& r) { return topology.coordinate(r.core / 2); };
  return {
      {"core", "", "number of the core: chip * 2 + core of the chip",
       [](const CoreRecord& r) { return std::to_string(r.core); }},
      {"x", "", "column of the chip, from the west",
       [at](const CoreRecord& r) { return std::to_string(at(r).x); }},
      {"y", "", "row of the chip, from the north",
       [at](const CoreRecord& r) { return std::to_string(at(r).y); }},
      {"cycles", "core cycles", "number of the cycle of its last halt, from the start of the pod",
       [](const CoreRecord& r) { return std::to_string(r.cycles); }},
  };
}

std::vector<CoreColumn> core_columns(const Topology& topology) {
  std::vector<CoreColumn> columns = core_place_columns(topology);
  columns.push_back(counter("bundles", "", "bundles issued", &CoreCounters::bundles));
  columns.push_back(
      counter("scalar_ops", "", "operations of the scalar slots", &CoreCounters::scalar_ops));
  columns.push_back(
      counter("vector_ops", "", "operations of the vector slots", &CoreCounters::vector_ops));
  columns.push_back(counter("loads", "", "vector loads from VMEM", &CoreCounters::loads));
  columns.push_back(counter("stores", "", "vector stores to VMEM", &CoreCounters::stores));
  columns.push_back(counter("mxu_products", "", "MXU products of 8 x 128 by 128 x 128",
                            &CoreCounters::mxu_products));
  for (int cause = 0; cause < kStallCauses; ++cause) columns.push_back(stall_column(cause));
  columns.push_back(counter("dma_local", "", "local DMA transfers", &DmaCounters::local_transfers));
  columns.push_back(
      counter("dma_remote", "", "DMA transfers to another core", &DmaCounters::remote_transfers));
  columns.push_back(counter("dma_bytes_read", "B", "bytes that the DMA engine has read",
                            &DmaCounters::bytes_read));
  columns.push_back(counter("dma_bytes_written", "B",
                            "bytes written by local transfers and by arriving packets",
                            &DmaCounters::bytes_written));
  return columns;
}

using LinkColumn = CsvColumn<LinkLoad>;

double load(const LinkLoad& link, const LinkMeasure& measure) {
  if (measure.cycles == 0) return 0;
  return static_cast<double>(link.flits) / static_cast<double>(measure.cycles);
}

std::vector<LinkColumn> link_place_columns(const Topology& topology) {
  const auto from = [&topology](const LinkLoad& l) { return topology.coordinate(l.chip); };
  const auto to = [&topology](const LinkLoad& l) {
    return topology.coordinate(topology.wired(l.chip, l.port).value_or(l.chip));
  };
  const auto number = [](int value) { return std::to_string(value); };
  return {
      {"x", "", "column of the sending chip", [=](const LinkLoad& l) { return number(from(l).x); }},
      {"y", "", "row of the sending chip", [=](const LinkLoad& l) { return number(from(l).y); }},
      {"port", "", "output port of the sending chip: N, E, S, W",
       [](const LinkLoad& l) { return port_name(l.port); }},
      {"to_x", "", "column of the receiving chip",
       [=](const LinkLoad& l) { return number(to(l).x); }},
      {"to_y", "", "row of the receiving chip", [=](const LinkLoad& l) { return number(to(l).y); }},
  };
}

std::vector<LinkColumn> link_columns(const Topology& topology, const LinkMeasure& measure) {
  std::vector<LinkColumn> columns = link_place_columns(topology);
  columns.push_back({"flits", "", "flits sent, heads included",
                     [](const LinkLoad& l) { return std::to_string(l.flits); }});
  columns.push_back(
      {"load", "flits/cycle", "mean over the run: the share of the link's capacity",
       [measure](const LinkLoad& l) { return fmt::format("{:.6f}", load(l, measure)); }});
  columns.push_back({"rate", "GB/s", "the same in bytes on the wire", [measure](const LinkLoad& l) {
                       return fmt::format("{:.4f}", load(l, measure) * measure.capacity() * 1e-9);
                     }});
  return columns;
}

}  // namespace

std::string core_counters_csv(const Topology& topology, const std::vector<CoreRecord>& cores) {
  return csv(fmt::format("podsim counters of {} cores, {} x {} chips", cores.size(),
                         topology.width(), topology.height()),
             core_columns(topology), cores);
}

std::string link_counters_csv(const Topology& topology, const std::vector<LinkLoad>& loads,
                              const LinkMeasure& measure) {
  return csv(
      fmt::format("podsim counters of {} links over {} ICI cycles; capacity of a link {:.3f} "
                  "GB/s in each direction",
                  loads.size(), measure.cycles, measure.capacity() * 1e-9),
      link_columns(topology, measure), loads);
}

}  // namespace podsim
