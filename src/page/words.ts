import { isEveryPort } from "../base/net/port-set.js";
import { isNoTraffic, PROTOCOLS, type Traffic } from "../base/net/traffic.js";
import { samplePort } from "../base/net/sample-port.js";
import { shellWord } from "../base/text/shell-word.js";
import { trafficText } from "../base/text/traffic.js";
import type { FlowGrid, FlowVariant } from "./grid.js";
import type { PairShare } from "../questions/matrix/pair-share.js";

/** Shares in words. */
export const SHARE_NAMES: Readonly<Record<PairShare, string>> = {
  allowed: "allowed",
  part: "partly allowed",
  unknown: "unknown",
  undefined: "undefined",
  denied: "denied",
};

/** `all ports`, `TCP 80; UDP 53`. */
export function shortTraffic(traffic: Traffic): string {
  const isEvery = PROTOCOLS.every((protocol) => isEveryPort(traffic[protocol]));
  if (isEvery) return traffic.other ? "all traffic" : "all ports";
  return trafficText(traffic);
}

/** What a pair comes to in one line. */
export function pairText(grid: FlowGrid, variants: readonly FlowVariant[]): string {
  return variants
    .map(({ answer, family, node }) => {
      const { allowed, undefined: open, unknown } = grid.answer(answer);
      const texts = [
        ["", allowed],
        ["undefined: ", open],
        ["unknown: ", unknown],
      ] as const;
      const parts = texts.flatMap(([word, number]) => {
        const traffic = { ...grid.traffic(number), other: word === "" && grid.traffic(number).other };
        return isNoTraffic(traffic) ? [] : [word + shortTraffic(traffic)];
      });
      return (parts.length === 0 ? "denied" : parts.join("; ")) + qualifier({ family, node });
    })
    .join("; ");
}

/** ` (IPv6, own node)`. */
export function qualifier({ family, node }: Pick<FlowVariant, "family" | "node">): string {
  const words = [
    ...(family === undefined ? [] : [family]),
    ...(node === undefined ? [] : [node === "own" ? "own node" : "other nodes"]),
  ];
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}

/** The question to ask about some traffic of a pair; undefined where no command reads the same input. */
export function pairCommand(
  grid: FlowGrid,
  from: number,
  to: number,
  traffic: Traffic,
  family: string | undefined,
): string | undefined {
  const { ask, families } = grid.data;
  if (ask === undefined) return undefined;
  const f = Math.max(
    0,
    families.findIndex((each) => each === family),
  );
  const typed = (row: number): string => grid.row(row).typed[f] ?? grid.row(row).typed[0] ?? "";
  const declared = grid.row(to).ports.map(([protocol, port]) => ({ protocol, port }));
  const { protocol, port } = samplePort(traffic, declared);
  const asked =
    port === undefined
      ? `--protocol ${protocol}`
      : `--port ${port}${protocol === "TCP" ? "" : `/${protocol.toLowerCase()}`}`;
  return `anp explain${ask} ${shellWord(typed(from))} ${shellWord(typed(to))} ${asked}`;
}
