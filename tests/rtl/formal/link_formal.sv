// SPDX-License-Identifier: Apache-2.0
// cells: ici_link_tx ici_link_rx
// with: link_pair
// constant: ici_pkg LINK_SEQ_BITS 3
// constant: ici_link_tx Margin 1

/// A link whose frames are lost and damaged any number of times, and whose sender goes back at any
/// time: every flit is delivered at most once, none is made, and none overtakes or is left out.
/// Any flit is marked 1 and any later one 2. The link does not look at data, so what holds for any
/// two holds for all.
module link_formal #(
  parameter int unsigned ReplayDepth = 4
) (
  input logic clk_i,
  input logic [15:0] retry_timeout_i,
  input logic [15:0] keep_alive_i,
  input logic flit_valid_i,
  input logic flit_head_i,
  input logic flit_tail_i,
  input logic flit_poison_i,
  input logic [1:0] flit_data_i,
  input logic lose_i,
  input logic damage_i,
  input logic [ici_pkg::LINK_SEQ_BITS+7:0] noise_i,
  input logic lose_back_i,
  input logic damage_back_i,
  input logic chatter_i
);
  logic started_q, ready_q, stall, got, first, second;
  logic [1:0] got_data, sent_q, come_q;
  logic [2:0] got_flags, flags1_q, flags2_q;

  initial started_q = 1'b0;
  initial ready_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    ready_q <= started_q;
  end

  link_pair #(
    .ReplayDepth(ReplayDepth)
  ) u_pair (
    .clk_i(clk_i),
    .ready_i(ready_q),
    .rst_i(!started_q),
    .retry_timeout_i(retry_timeout_i),
    .keep_alive_i(keep_alive_i),
    .flit_valid_i(flit_valid_i),
    .flit_head_i(flit_head_i),
    .flit_tail_i(flit_tail_i),
    .flit_poison_i(flit_poison_i),
    .flit_data_i(flit_data_i),
    .lose_i(lose_i),
    .damage_i(damage_i),
    .noise_i(noise_i),
    .lose_back_i(lose_back_i),
    .damage_back_i(damage_back_i),
    .chatter_i(chatter_i),
    .stall_o(stall),
    .got_o(got),
    .got_head_o(got_flags[2]),
    .got_tail_o(got_flags[1]),
    .got_poison_o(got_flags[0]),
    .got_data_o(got_data)
  );

  // The switch obeys the stall; one flit is marked 1, a later one 2.
  always_comb begin
    assume (!flit_valid_i || (ready_q && !stall));
    assume (flit_data_i == 2'd0 || (flit_data_i == 2'd1 && sent_q == 2'b00) ||
            (flit_data_i == 2'd2 && sent_q == 2'b01));
    first = got && got_data == 2'd1;
    second = got && got_data == 2'd2;
  end

  always_ff @(posedge clk_i) begin
    if (!ready_q) begin
      sent_q <= 2'b00;
      come_q <= 2'b00;
    end else begin
      if (flit_valid_i && flit_data_i == 2'd1) begin
        sent_q[0] <= 1'b1;
        flags1_q <= {flit_head_i, flit_tail_i, flit_poison_i};
      end
      if (flit_valid_i && flit_data_i == 2'd2) begin
        sent_q[1] <= 1'b1;
        flags2_q <= {flit_head_i, flit_tail_i, flit_poison_i};
      end
      come_q <= come_q | {second, first};
    end
  end

  always_comb begin
    if (ready_q) begin
      none_made: assert (({second, first} & ~sent_q) == 2'b00 && !(got && got_data == 2'd3));
      none_twice: assert (({second, first} & come_q) == 2'b00);
      none_left_out: assert (!second || come_q[0]);
      flags_kept: assert ((!first || got_flags == flags1_q) && (!second || got_flags == flags2_q));
      both_arrive: cover (come_q == 2'b11);
    end
  end
endmodule
