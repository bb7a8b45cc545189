// SPDX-License-Identifier: Apache-2.0
// A technology map of yosys: a cover statement becomes the assertion that it is never reached,
// which the model checker must then refute.
(* techmap_celltype = "$cover" *)
module cover_to_assert (
  input A,
  input EN
);
  wire never = !A;
  \$assert _TECHMAP_REPLACE_ (.A(never), .EN(EN));
endmodule
