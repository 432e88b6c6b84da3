import { expect, it } from "vitest";
import { sampleOf } from "../../../src/linter/rules/priority/choices.js";

/** A tie about other protocols alone has no port to name. */
it.each([
  ["other protocols", { TCP: [], UDP: [], SCTP: [], other: true }, { protocol: "other" }],
  ["a port", { TCP: [], UDP: [[53, 60]], SCTP: [], other: true }, { protocol: "UDP", port: 53 }],
  ["every port of a protocol", { TCP: [[1, 65535]], UDP: [], SCTP: [], other: false }, { protocol: "TCP" }],
] as const)("traffic of a witness is named by one of its kinds: %s", (_name, traffic, expected) => {
  const name = { type: "domain", id: "domain/a", name: "a", mayBePod: false } as const;
  expect(sampleOf(traffic, name)).toEqual(expected);
});
