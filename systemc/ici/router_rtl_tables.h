// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_ROUTER_RTL_TABLES_H_
#define PODSIM_SYSTEMC_ICI_ROUTER_RTL_TABLES_H_

#include <cstdint>
#include <iterator>

/// Route tables of a Verilated router as memories, past its configuration port: thousands of
/// routers would spend seconds on the port. What the port and this write is the same
/// (tests/rtl/rtl_table_test.cpp).
///
/// The memories are ordinary members of the generated class. To declare them public to Verilator
/// would give them names by contract, but also logic that is evaluated on every call.
///
/// Include the `___024root.h` header of the class before use.
namespace podsim {

/// Calls `use(memory)` with the table of input `port`, 0 to 7; `memory[destination]` is an entry.
template <bool kLinkLayer, class Model, class Use>
void with_route_table(Model& model, unsigned port, Use use) {
  auto& root = *model.rootp;
  if constexpr (kLinkLayer) {
    switch (port) {
      case 0:
        return use(
            root.ici_router__DOT__gen_link_layer__DOT__u_core__DOT__gen_port__BRA__0__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 1:
        return use(
            root.ici_router__DOT__gen_link_layer__DOT__u_core__DOT__gen_port__BRA__1__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 2:
        return use(
            root.ici_router__DOT__gen_link_layer__DOT__u_core__DOT__gen_port__BRA__2__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 3:
        return use(
            root.ici_router__DOT__gen_link_layer__DOT__u_core__DOT__gen_port__BRA__3__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 4:
        return use(
            root.ici_router__DOT__gen_link_layer__DOT__u_core__DOT__gen_port__BRA__4__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 5:
        return use(
            root.ici_router__DOT__gen_link_layer__DOT__u_core__DOT__gen_port__BRA__5__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 6:
        return use(
            root.ici_router__DOT__gen_link_layer__DOT__u_core__DOT__gen_port__BRA__6__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      default:
        return use(
            root.ici_router__DOT__gen_link_layer__DOT__u_core__DOT__gen_port__BRA__7__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
    }
  } else {
    switch (port) {
      case 0:
        return use(
            root.ici_router__DOT__gen_plain__DOT__u_core__DOT__gen_port__BRA__0__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 1:
        return use(
            root.ici_router__DOT__gen_plain__DOT__u_core__DOT__gen_port__BRA__1__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 2:
        return use(
            root.ici_router__DOT__gen_plain__DOT__u_core__DOT__gen_port__BRA__2__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 3:
        return use(
            root.ici_router__DOT__gen_plain__DOT__u_core__DOT__gen_port__BRA__3__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 4:
        return use(
            root.ici_router__DOT__gen_plain__DOT__u_core__DOT__gen_port__BRA__4__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 5:
        return use(
            root.ici_router__DOT__gen_plain__DOT__u_core__DOT__gen_port__BRA__5__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      case 6:
        return use(
            root.ici_router__DOT__gen_plain__DOT__u_core__DOT__gen_port__BRA__6__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
      default:
        return use(
            root.ici_router__DOT__gen_plain__DOT__u_core__DOT__gen_port__BRA__7__KET____DOT__u_input__DOT__u_table__DOT__mem_q
                .m_storage);
    }
  }
}

/// Writes an entry; destinations past the table are ignored, as by the configuration port.
template <bool kLinkLayer, class Model>
void poke_route(Model& model, unsigned port, unsigned destination, std::uint8_t entry) {
  with_route_table<kLinkLayer>(model, port, [&](auto& table) {
    if (destination < std::size(table)) table[destination] = entry;
  });
}

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_ROUTER_RTL_TABLES_H_
