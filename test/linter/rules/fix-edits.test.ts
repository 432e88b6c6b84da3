import { expect, it } from "vitest";
import { ruleOf } from "../../support/worded.js";
import type { Problem, ProblemCode } from "../../../src/cluster/problems/problem.js";

/** A value in a document, which an edit can set, and a piece of its text, which it can't. */
const VALUE = { step: "value" } as unknown as Problem["at"];
const START = { step: "start" } as unknown as Problem["at"];
const TEXT = { span: { start: 1, end: 2 } } as unknown as Problem["at"];

type Related = NonNullable<Problem["related"]>;
const from = (at: Problem["at"]): Related => [{ at, role: "start" }] as unknown as Related;
const SWAPPED = [
  { type: "set", at: START, value: 90 },
  { type: "set", at: VALUE, value: 80 },
];

/** A fix where one way is meant, and none where nothing is, or several, or where the place is no value. */
it.each<[id: ProblemCode, facts: object, at: Problem["at"], related: Related, edits: unknown]>([
  ["unchecked-action", { meant: "Deny" }, VALUE, [], "Deny"],
  ["unchecked-action", { meant: "Deny" }, TEXT, [], undefined],
  ["unchecked-action", {}, VALUE, [], undefined],
  ["unchecked-cidr", { corrected: "10.0.0.0/8" }, VALUE, [], "10.0.0.0/8"],
  ["unchecked-cidr", { corrected: "10.0.0.0/8" }, TEXT, [], undefined],
  ["unchecked-cidr", {}, VALUE, [], undefined],
  ["unchecked-protocol", { meant: "TCP" }, VALUE, [], "TCP"],
  ["unchecked-protocol", { meant: "TCP" }, TEXT, [], undefined],
  ["unchecked-protocol", {}, VALUE, [], undefined],
  ...(["unchecked-selector", "invalid-selector"] as const).flatMap(
    (id) =>
      [
        [id, { fault: { type: "operator", nearest: "NotIn" } }, VALUE, [], "NotIn"],
        [id, { fault: { type: "operator", nearest: "NotIn" } }, TEXT, [], undefined],
        [id, { fault: { type: "operator" } }, VALUE, [], undefined],
        [id, { fault: { type: "key", nearest: "NotIn" } }, VALUE, [], undefined],
      ] as [ProblemCode, object, Problem["at"], Related, unknown][],
  ),
  ["invalid-domain-name", { fault: "double-wildcard", name: "**.a.b" }, VALUE, [], "*.a.b"],
  ["invalid-domain-name", { fault: "double-wildcard", name: "**.a.b" }, TEXT, [], undefined],
  ["invalid-domain-name", { fault: "characters", name: "a..b" }, VALUE, [], undefined],
  ["service-port-not-target-port", { targets: [8080] }, VALUE, [], 8080],
  ["service-port-not-target-port", { targets: [8080] }, TEXT, [], undefined],
  ["service-port-not-target-port", { targets: [8080, 8081] }, VALUE, [], undefined],
  ["service-port-not-target-port", { targets: [] }, VALUE, [], undefined],
  ["non-canonical-cidr", { corrected: "10.0.0.0/8" }, TEXT, [], undefined],
  ["selector-matches-all-by-negation", { condition: { key: "name" } }, VALUE, [], undefined],
  ["selector-matches-all-by-negation", { condition: { key: "name" }, meant: "db" }, TEXT, [], undefined],
  ["namespace-label-not-automatic", { key: "name", namespace: "db" }, TEXT, [], undefined],
  ["invalid-port-range", { fault: "end-below-start", start: "80", end: "90" }, VALUE, from(START), SWAPPED],
  [
    "invalid-port-range",
    { fault: "end-not-above-start", start: "80", end: "90" },
    VALUE,
    from(START),
    SWAPPED,
  ],
  [
    "invalid-port-range",
    { fault: "end-not-above-start", start: "80", end: "80" },
    VALUE,
    from(START),
    undefined,
  ],
  [
    "invalid-port-range",
    { fault: "end-below-start", start: "80", end: "http" },
    VALUE,
    from(START),
    undefined,
  ],
  [
    "invalid-port-range",
    { fault: "end-below-start", start: "http", end: "90" },
    VALUE,
    from(START),
    undefined,
  ],
  [
    "invalid-port-range",
    { fault: "end-without-port", start: "80", end: "90" },
    VALUE,
    from(START),
    undefined,
  ],
  ["invalid-port-range", { fault: "end-below-start", start: "80", end: "90" }, VALUE, [], undefined],
  ["invalid-port-range", { fault: "end-below-start", start: "80", end: "90" }, TEXT, from(START), undefined],
  ["invalid-port-range", { fault: "end-below-start", start: "80", end: "90" }, VALUE, from(TEXT), undefined],
  [
    "namespace-not-found",
    { meant: "shop" },
    VALUE,
    [...from(START), ...from(TEXT)],
    [
      { type: "set", at: VALUE, value: "shop" },
      { type: "set", at: START, value: "shop" },
    ],
  ],
  ["namespace-not-found", {}, VALUE, from(START), undefined],
])("%s %j", (id, facts, at, related, edits) => {
  const problem = { code: id, facts, at, related } as unknown as Problem;
  const isValue = edits !== undefined && !Array.isArray(edits);
  expect(ruleOf(id).fix?.edits?.(problem as never)).toEqual(
    isValue ? [{ type: "set", at, value: edits }] : edits,
  );
});

it("what one rule cancels is one finding at that rule, about its policy", () => {
  const rule = { policy: "NetworkPolicy shop/open", direction: "egress", position: 1, name: undefined };
  const cancelled = (name: string, at: Problem["at"]): object => ({
    code: "allow-all-cancels-deny",
    facts: { policy: `NetworkPolicy shop/${name}`, direction: "egress", by: rule },
    at,
    object: { kind: "NetworkPolicy", namespace: "shop", name },
    related: [{ at: VALUE, role: "rule" }],
  });
  const alike = [cancelled("a", START), cancelled("b", TEXT)];
  expect(ruleOf("allow-all-cancels-deny").together?.merged(alike as never)).toMatchObject({
    facts: { policy: "NetworkPolicy shop/a", also: ["NetworkPolicy shop/b"] },
    at: VALUE,
    object: { kind: "NetworkPolicy", namespace: "shop", name: "open" },
    related: [
      { at: START, role: "cancelled" },
      { at: TEXT, role: "cancelled" },
    ],
  });
});

/** Rules that may be joined are told together only where one thing is behind them. */
it.each<[id: ProblemCode, problem: object, isJoined: boolean]>([
  ["redundant-policy", { facts: { by: ["a"], more: 0 } }, true],
  ["redundant-policy", { facts: { by: ["a", "b"], more: 0 } }, false],
  ["redundant-policy", { facts: { by: ["a"], more: 1 } }, false],
  ["redundant-policy", { facts: { by: ["a"], more: 0 }, related: undefined }, false],
  ["redundant-rule", { facts: { rule: {}, by: { first: [{}], more: 0 } } }, true],
  ["redundant-rule", { facts: { rule: {}, by: { first: [{}, {}], more: 0 } } }, false],
  ["redundant-rule", { facts: { rule: {}, by: { first: [{}], more: 1 } } }, false],
  ["redundant-rule", { facts: { rule: {}, by: { first: [{}], more: 0 } }, object: undefined }, false],
])("%s of %j has a cause that others may have: %s", (id, problem, isJoined) => {
  const at = { document: { file: { name: "a.yaml" } } };
  const object = { kind: "NetworkPolicy", namespace: "shop", name: "web" };
  const whole = { code: id, at, object, related: [{ at, role: "policy" }], ...problem };
  expect(ruleOf(id).together?.causeOf(whole as never) !== undefined).toBe(isJoined);
});
