import * as fc from "fast-check";
import { casesOf, check, Mismatch } from "../../properties/run.js";
import { expect, it, vi } from "vitest";
import { KUBE_NETWORK_POLICIES_LOG } from "../../../src/source/flows/kube-network-policies.js";
import { readFileSync } from "node:fs";
import { readLog, streamed } from "./read.js";
import { RECORDS_KEPT } from "../../../src/source/flows/reader.js";
import { told } from "./told.js";

const evaluating = (id: number, direction = "Egress", port = 80): string =>
  JSON.stringify({
    msg: "Evaluating packet",
    id,
    direction,
    srcPod: "a/b",
    dstPod: "c/d",
    packet: { SrcIP: "10.0.0.1", DstIP: "10.0.0.2", Proto: "TCP", SrcPort: id % 60_000, DstPort: port },
  });
const accepted = (id: number): string => JSON.stringify({ msg: "Packet accepted by policy", id });

it("joins what has one number, in any order of packets", () => {
  const log = [
    evaluating(1, "Egress", 81),
    evaluating(2, "Ingress", 82),
    evaluating(1, "Ingress", 81),
    accepted(2),
    accepted(1),
  ];
  expect(readLog(KUBE_NETWORK_POLICIES_LOG, log.join("\n")).map(told)).toEqual([
    "pod a/b@10.0.0.1:2 → pod c/d@10.0.0.2:82 TCP allowed at ingress reply no",
    "pod a/b@10.0.0.1:1 → pod c/d@10.0.0.2:81 TCP allowed at connection reply no",
  ]);
});

it("doesn't join a number that a new process uses again", () => {
  const log = [evaluating(7, "Egress", 81), evaluating(7, "Egress", 82), accepted(7)];
  expect(readLog(KUBE_NETWORK_POLICIES_LOG, log.join("\n")).map(told)).toEqual([
    "skip half",
    "pod a/b@10.0.0.1:7 → pod c/d@10.0.0.2:82 TCP allowed at egress reply no",
  ]);
});

it("keeps so many halves and no more: the oldest are skipped", () => {
  const log = Array.from({ length: RECORDS_KEPT + 2 }, (_, id) => evaluating(id));
  const told = readLog(KUBE_NETWORK_POLICIES_LOG, [...log, accepted(0), accepted(2)].join("\n"));
  const [first, second, late, joined, ...rest] = told;
  expect([first, second, late]).toEqual([{ skip: "half" }, { skip: "half" }, { skip: "half" }]);
  expect(joined).toHaveProperty("record");
  expect(rest).toHaveLength(RECORDS_KEPT - 1);
});

/** Lines of few packets, in any order. */
const LINES: readonly string[] = [
  ...[1, 2, 3].flatMap((id) => [
    evaluating(id, "Egress", 81),
    evaluating(id, "Ingress", 82),
    evaluating(id, "Ingress", 81).replace('"TCP"', '"ICMP"'),
    evaluating(id, "Egress", 81).replace("10.0.0.1", "fd00::1"),
    accepted(id),
    accepted(id),
    accepted(id).replace("accepted by", "denied by egress"),
    accepted(id).replace("accepted by", "denied by ingress"),
    JSON.stringify({ msg: "Egress CNP evaluation", id, tier: "Admin", action: "Deny" }),
    JSON.stringify({ msg: "Ingress CNP evaluation", id, tier: "Baseline", action: "Accept" }),
    accepted(id).slice(0, -3),
  ]),
  ...readFileSync("test/source/flows/logs/kube-network-policies.log", "utf8").trimEnd().split("\n"),
];

const RUNS = 8000;

it("joins lines that are known by their parts as others", async () => {
  let joined = 0;
  await check({
    name: "packets of lines by their parts",
    arbitrary: fc.array(fc.nat(LINES.length - 1), { minLength: 1, maxLength: 40 }),
    runs: RUNS,
    holds: (drawn) => {
      const text = drawn.map((each) => `${LINES[each]}\n`).join("");
      const pieces = [new TextEncoder().encode(text)];
      const found = streamed(KUBE_NETWORK_POLICIES_LOG, pieces);
      vi.stubGlobal("WebAssembly", undefined);
      try {
        const wanted = streamed(KUBE_NETWORK_POLICIES_LOG, pieces);
        joined += wanted.filter((each) => each.includes("deciders")).length;
        if (found.join("\n") !== wanted.join("\n"))
          throw new Mismatch(`${text}\n${found.join("\n")}\nnot\n${wanted.join("\n")}`);
      } finally {
        vi.unstubAllGlobals();
      }
    },
  });
  expect(joined).toBeGreaterThan(casesOf(RUNS) / 8);
});
