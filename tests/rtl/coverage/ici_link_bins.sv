// SPDX-License-Identifier: Apache-2.0

/// Functional bins of a link, bound into ici_link: state of the link x what goes wrong.
module ici_link_bins (
  /// Clock.
  input logic        clk_i,
  /// Synchronous reset.
  input logic        rst_i,
  /// The link carries flits.
  input logic        active_i,
  /// It trains.
  input logic        train_i,
  /// It is down, disabled or refused.
  input logic        down_i,
  /// Flits that were sent before are sent again.
  input logic        replaying_i,
  /// A frame with a wrong CRC came.
  input logic        bad_i,
  /// A frame came that is not the next: one before it is lost.
  input logic        gap_i,
  /// A training frame of another configuration came.
  input logic        misfit_i,
  /// Nothing has come for too long.
  input logic        silent_i,
  /// The training takes too long.
  input logic        late_i,
  /// Sent flits were not acknowledged after the last attempt.
  input logic        failed_i,
  /// Software tells it to train again.
  input logic        retrain_i,
  /// Software enables it.
  input logic        enable_i,
  /// A packet is cut: flits of it are unacknowledged as the link goes down.
  input logic        uncertain_i,
  /// A packet that came in part gets a tail by force.
  input logic        poisoned_i,
  /// A packet from the switch ends in the link.
  input logic        dropped_i
);
  logic [3:0] state;  // replay, up, training, down

  assign state = {active_i && replaying_i, active_i && !replaying_i, train_i, down_i};

  for (genvar s = 0; s < 4; s++) begin : gen_state
    logic here;

    assign here = !rst_i && state[s];

    cov_bit_error: cover property (@(posedge clk_i) here && bad_i);
    cov_lost_frame: cover property (@(posedge clk_i) here && gap_i);
    cov_refuse: cover property (@(posedge clk_i) here && misfit_i);
    cov_silence: cover property (@(posedge clk_i) here && (silent_i || (train_i && late_i)));
    cov_retries_out: cover property (@(posedge clk_i) here && failed_i);
    cov_retrain: cover property (@(posedge clk_i) here && retrain_i);
    cov_disable: cover property (@(posedge clk_i) here && !enable_i);
    cov_cut_sending: cover property (@(posedge clk_i) here && (uncertain_i || dropped_i));
    cov_cut_receiving: cover property (@(posedge clk_i) here && poisoned_i);
  end
endmodule

bind ici_link ici_link_bins u_bins (
  .clk_i,
  .rst_i,
  .active_i(active),
  .train_i(train),
  .down_i(down),
  .replaying_i(u_tx.replaying),
  .bad_i(rx_valid_q && !rx_good),
  .gap_i(u_rx.gap),
  .misfit_i(u_control.ts_wrong),
  .silent_i(rx_silent),
  .late_i(u_control.late),
  .failed_i(tx_failed),
  .retrain_i,
  .enable_i,
  .uncertain_i(give_up && uncertain != '0),
  .poisoned_i(rx_poisoned),
  .dropped_i(tx_dropped)
);
