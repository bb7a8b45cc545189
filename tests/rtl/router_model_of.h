// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_RTL_ROUTER_MODEL_OF_H_
#define PODSIM_TESTS_RTL_ROUTER_MODEL_OF_H_

#include <verilated.h>

#include "coverage/record.h"
#include "router_model.h"

/// RouterModel for a class that Verilator made.
namespace podsim::rtl_test {

// Words of a port in a pin that is a 64-bit number or a vector of 32-bit words.
inline void put(VlWide<128>& pin, unsigned port, const Flit& flit) {
  for (unsigned w = 0; w < 8; ++w) {
    pin[port * 16 + 2 * w] = static_cast<std::uint32_t>(flit.words[w]);
    pin[port * 16 + 2 * w + 1] = static_cast<std::uint32_t>(flit.words[w] >> 32);
  }
}
inline void put(VlWide<32>& pin, unsigned port, const Flit& flit) {
  for (unsigned w = 0; w < 2; ++w) {
    pin[port * 4 + 2 * w] = static_cast<std::uint32_t>(flit.words[w]);
    pin[port * 4 + 2 * w + 1] = static_cast<std::uint32_t>(flit.words[w] >> 32);
  }
}
inline void put(VlWide<16>& pin, unsigned port, const Flit& flit) {
  pin[port * 2] = static_cast<std::uint32_t>(flit.words[0]);
  pin[port * 2 + 1] = static_cast<std::uint32_t>(flit.words[0] >> 32);
}
inline void get(const VlWide<16>& pin, Flit& flit) {
  for (unsigned w = 0; w < 8; ++w) {
    flit.words[w] = pin[2 * w] | std::uint64_t{pin[2 * w + 1]} << 32;
  }
}
inline void get(const VlWide<4>& pin, Flit& flit) {
  for (unsigned w = 0; w < 2; ++w) {
    flit.words[w] = pin[2 * w] | std::uint64_t{pin[2 * w + 1]} << 32;
  }
}
inline void get(const QData& pin, Flit& flit) { flit.words[0] = pin; }

// Field `index` of a pin of at most 64 bits, fields of `width` bits.
template <class Pin>
inline void put_field(Pin& pin, unsigned index, unsigned width, std::uint64_t value) {
  const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << (index * width);
  pin = static_cast<Pin>((pin & ~mask) | (value << (index * width) & mask));
}
inline void put_field(VlWide<4>& pin, unsigned index, unsigned /*width*/, std::uint64_t value) {
  pin[index] = static_cast<std::uint32_t>(value);
}
template <class Pin>
std::uint32_t field(const Pin& pin, unsigned index, unsigned width) {
  return static_cast<std::uint32_t>(pin >> (index * width) & ((std::uint64_t{1} << width) - 1));
}
inline std::uint32_t field(const VlWide<4>& pin, unsigned index, unsigned /*width*/) {
  return pin[index];
}

constexpr unsigned kSequenceBits = 9;

template <class Model>
class RouterModelOf final : public RouterModel {
 public:
  RouterModelOf(const Shape& shape, unsigned reset_seed) : shape_(shape) {
    context_.randReset(reset_seed != 0 ? 2 : 0);
    if (reset_seed != 0) context_.randSeed(static_cast<int>(reset_seed));
    model_ = std::make_unique<Model>(&context_, "router");
  }
  ~RouterModelOf() override {
    // Verilator 5.006 erases the model's scopes from the thread's context, which is that of the
    // model evaluated last and may be gone.
    Verilated::threadContextp(&context_);
    model_->final();
    record_coverage(context_);
  }

  const Shape& shape() const override { return shape_; }
  const Pins& out() const override { return out_; }
  bool busy() const override { return model_->busy_o != 0; }
  bool error() const override { return model_->error_o != 0; }
  bool csr_valid() const override { return model_->csr_rvalid_o != 0; }
  std::uint32_t csr_data() const override { return model_->csr_rdata_o; }
  void set_node(std::uint16_t node) override { model_->node_id_i = node; }

  void clock(bool reset, const Pins& in, const CsrRequest& csr) override {
    Model& m = *model_;
    const unsigned vc_bits = shape_.vcs == 4 ? 2 : 1;
    std::uint32_t head = 0;
    std::uint32_t tail = 0;
    std::uint32_t poison = 0;
    std::uint32_t vc = 0;
    for (unsigned p = 0; p < kPorts; ++p) {
      if ((in.valid >> p & 1U) == 0) continue;
      head |= std::uint32_t{in.flit[p].head} << p;
      tail |= std::uint32_t{in.flit[p].tail} << p;
      poison |= std::uint32_t{in.flit[p].poison} << p;
      vc |= in.flit[p].vc << (p * vc_bits);
      put(m.flit_data_i, p, in.flit[p]);
    }
    m.rst_i = reset;
    m.flit_valid_i = in.valid;
    m.flit_head_i = head;
    m.flit_tail_i = tail;
    m.flit_poison_i = poison;
    m.flit_vc_i = vc;
    m.credit_i = in.credit;
    if (shape_.link_layer) put_frames(in);
    m.csr_valid_i = csr.valid;
    m.csr_write_i = csr.write;
    m.csr_addr_i = csr.address;
    m.csr_wdata_i = csr.data;
    m.clk_i = 0;
    m.eval();
    m.clk_i = 1;
    m.eval();
    collect(vc_bits);
  }

 private:
  void put_frames(const Pins& in) {
    Model& m = *model_;
    for (unsigned l = 0; l < kLinks; ++l) {
      const FrameFields& frame = in.frame[l];
      put_field(m.link_kind_i, l, 3, frame.kind);
      put_field(m.link_seq_i, l, kSequenceBits, frame.sequence);
      put_field(m.link_ack_i, l, kSequenceBits, frame.acknowledge);
      put_field(m.link_nack_i, l, 1, frame.nack ? 1 : 0);
      put_field(m.link_credit_i, l, 8 * shape_.vcs, frame.credit);
      put_field(m.link_crc_i, l, 32, frame.crc);
    }
  }

  void get_frames() {
    const Model& m = *model_;
    for (unsigned l = 0; l < kLinks; ++l) {
      FrameFields& frame = out_.frame[l];
      frame.kind = field(m.link_kind_o, l, 3);
      frame.sequence = field(m.link_seq_o, l, kSequenceBits);
      frame.acknowledge = field(m.link_ack_o, l, kSequenceBits);
      frame.nack = field(m.link_nack_o, l, 1) != 0;
      frame.credit = field(m.link_credit_o, l, 8 * shape_.vcs);
      frame.crc = field(m.link_crc_o, l, 32);
    }
  }

  void collect(unsigned vc_bits) {
    const Model& m = *model_;
    if (shape_.link_layer) get_frames();
    out_.valid = m.flit_valid_o;
    out_.credit = m.credit_o;
    for (unsigned p = 0; p < kPorts; ++p) {
      out_.flit[p].head = m.flit_head_o >> p & 1U;
      out_.flit[p].tail = m.flit_tail_o >> p & 1U;
      out_.flit[p].poison = m.flit_poison_o >> p & 1U;
      out_.flit[p].vc = m.flit_vc_o >> (p * vc_bits) & ((1U << vc_bits) - 1);
    }
    if (out_.valid == 0) return;
    get(m.flit_data0_o, out_.flit[0]);
    get(m.flit_data1_o, out_.flit[1]);
    get(m.flit_data2_o, out_.flit[2]);
    get(m.flit_data3_o, out_.flit[3]);
    get(m.flit_data4_o, out_.flit[4]);
    get(m.flit_data5_o, out_.flit[5]);
    get(m.flit_data6_o, out_.flit[6]);
    get(m.flit_data7_o, out_.flit[7]);
  }

  Shape shape_;
  VerilatedContext context_;
  std::unique_ptr<Model> model_;
  Pins out_;
};

}  // namespace podsim::rtl_test

#endif  // PODSIM_TESTS_RTL_ROUTER_MODEL_OF_H_
