// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_REPORT_MESH_TEXT_H_
#define PODSIM_SW_REPORT_MESH_TEXT_H_

#include <string>
#include <vector>

#include "sw/report/link_utilisation.h"
#include "sw/report/text_table.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// The pod for a terminal: chips, dead chips, and between two chips the load of the link in each
/// direction as the height of a block (ASCII: a digit 0 to 9), east before west and south before
/// north. Above 12 columns one character stands for the busier direction. Wrap links are not
/// drawn. Ends with a legend.
std::string mesh_text(const Topology& topology, const std::vector<LinkLoad>& loads,
                      const LinkMeasure& measure, const TextStyle& style = {});

}  // namespace podsim

#endif  // PODSIM_SW_REPORT_MESH_TEXT_H_
