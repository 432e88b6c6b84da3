import { describe, expect, it } from "vitest";
import { CONNTRACK } from "../../../src/source/flows/conntrack.js";
import { readLog } from "./read.js";
import { told } from "./told.js";

const ENDS = "src=10.244.1.20 dst=10.96.120.15 sport=41822 dport=8081";
const BACK = "src=10.244.2.9 dst=10.244.1.20 sport=8082 dport=41822";
const TOLD = "10.244.1.20:41822 → 10.244.2.9:8082 via /@10.96.120.15:8081 UDP none at unknown reply no";

describe("words of a line that are at other places than usual", () => {
  it.each([
    ["as it mostly is", `udp 17 28 ${ENDS} [UNREPLIED] ${BACK} mark=0 use=1`],
    [
      "a third tuple, which nothing is read from",
      `udp 17 28 ${ENDS} [UNREPLIED] ${BACK} src=192.0.2.9 dst=192.0.2.8 use=1`,
    ],
    ["a port that is written again", `udp 17 28 ${ENDS} dport=9 [UNREPLIED] ${BACK} sport=7 use=1`],
  ])("%s", (_, line) => {
    expect(readLog(CONNTRACK, line).map(told)).toEqual([TOLD]);
  });
});
