// SPDX-License-Identifier: Apache-2.0

/// Settings of the link layer, one set for the four links, in cycles where not said otherwise.
module ici_link_csr (
  /// Clock.
  input  logic                          clk_i,
  /// Synchronous reset: the defaults.
  input  logic                          rst_i,
  /// CSR bus: write.
  input  logic                          bus_write_i,
  /// CSR bus: read.
  input  logic                          bus_read_i,
  /// CSR bus: address.
  input  logic [15:0]                   bus_addr_i,
  /// CSR bus: value to write.
  input  logic [31:0]                   bus_wdata_i,
  /// CSR bus: the answer, zero when not addressed.
  output logic [31:0]                   bus_rdata_o,
  /// Unacknowledged flits go again after this long without progress.
  output logic [15:0]                   retry_timeout_o,
  /// Goes in a row without progress after which a link is down (a count).
  output logic [7:0]                    max_retries_o,
  /// A sender that has a packet open or flits unacknowledged is not silent for longer.
  output logic [15:0]                   keep_alive_o,
  /// A receiver with a packet open takes a longer silence for a dead link.
  output logic [15:0]                   silence_limit_o,
  /// A link that is down trains again by itself.
  output logic                          auto_retrain_o,
  /// How long a link is silent before that.
  output logic [15:0]                   retrain_pause_o,
  /// A training that takes longer has failed.
  output logic [15:0]                   train_limit_o,
  /// Trainings in a row that may fail before a link stays down (a count).
  output logic [7:0]                    max_trainings_o,
  /// Links told to train again, for one cycle.
  output logic [ici_pkg::NUM_LINKS-1:0] retrain_o
);
  logic unused;
  assign unused = ^bus_wdata_i[31:16];

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      retry_timeout_o <= 16'd512;
      max_retries_o <= 8'd8;
      keep_alive_o <= 16'd64;
      silence_limit_o <= 16'd1024;
      auto_retrain_o <= 1'b1;
      retrain_pause_o <= 16'd1024;
      train_limit_o <= 16'd4096;
      max_trainings_o <= 8'd4;
    end else if (bus_write_i) begin
      unique case (bus_addr_i)
        ici_pkg::CSR_RETRY_TIMEOUT: retry_timeout_o <= bus_wdata_i[15:0];
        ici_pkg::CSR_MAX_RETRIES: max_retries_o <= bus_wdata_i[7:0];
        ici_pkg::CSR_KEEP_ALIVE: keep_alive_o <= bus_wdata_i[15:0];
        ici_pkg::CSR_SILENCE_LIMIT: silence_limit_o <= bus_wdata_i[15:0];
        ici_pkg::CSR_AUTO_RETRAIN: auto_retrain_o <= bus_wdata_i[0];
        ici_pkg::CSR_RETRAIN_PAUSE: retrain_pause_o <= bus_wdata_i[15:0];
        ici_pkg::CSR_TRAIN_LIMIT: train_limit_o <= bus_wdata_i[15:0];
        ici_pkg::CSR_MAX_TRAININGS: max_trainings_o <= bus_wdata_i[7:0];
        default: retry_timeout_o <= retry_timeout_o;
      endcase
    end
  end

  assign retrain_o = (bus_write_i && bus_addr_i == ici_pkg::CSR_RETRAIN)
                     ? bus_wdata_i[ici_pkg::NUM_LINKS-1:0] : '0;

  always_comb begin
    bus_rdata_o = '0;
    if (bus_read_i) begin
      unique case (bus_addr_i)
        ici_pkg::CSR_RETRY_TIMEOUT: bus_rdata_o = 32'(retry_timeout_o);
        ici_pkg::CSR_MAX_RETRIES: bus_rdata_o = 32'(max_retries_o);
        ici_pkg::CSR_KEEP_ALIVE: bus_rdata_o = 32'(keep_alive_o);
        ici_pkg::CSR_SILENCE_LIMIT: bus_rdata_o = 32'(silence_limit_o);
        ici_pkg::CSR_AUTO_RETRAIN: bus_rdata_o = 32'(auto_retrain_o);
        ici_pkg::CSR_RETRAIN_PAUSE: bus_rdata_o = 32'(retrain_pause_o);
        ici_pkg::CSR_TRAIN_LIMIT: bus_rdata_o = 32'(train_limit_o);
        ici_pkg::CSR_MAX_TRAININGS: bus_rdata_o = 32'(max_trainings_o);
        default: bus_rdata_o = '0;
      endcase
    end
  end
endmodule
