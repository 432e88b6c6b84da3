import { describe, expect, it } from "vitest";
import { explainEnds, lookUpFlow, readFlow } from "../../../src/questions/ask/flow.js";
import { lookUpMap, readMap } from "../../../src/questions/ask/map.js";
import { explainFlow, loadSources, mapFlows, QuestionError, type FlowQuestion } from "../../../src/index.js";
import { REFERENCE } from "../../../src/semantics/match/profile.js";
import type { Asked, QuestionProblem } from "../../../src/questions/ask/problem.js";

const CLUSTER = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop}}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, labels: {app: web}}
spec: {containers: [{ports: [{name: http, containerPort: 8080}]}]}
status: {podIP: 10.0.0.1}
---
{apiVersion: v1, kind: Pod, metadata: {name: till, namespace: shop, labels: {app: till}}, spec: {containers: [{}]}, status: {podIP: 10.0.0.2}}
---
{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: {clusterIP: 10.96.0.1, selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}}
---
{apiVersion: v1, kind: Service, metadata: {name: away, namespace: shop}, spec: {clusterIP: 10.96.0.2, ports: [{port: 81}]}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: public, namespace: shop}
spec: {defaultBackend: {service: {name: front, port: {number: 80}}}}
---
{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: nothing, namespace: shop}, spec: {}}
`;

/** The words of a question, and what is wrong with it; undefined where it has an answer. */
const FLOWS: readonly (readonly [FlowQuestion, Partial<QuestionProblem> | undefined])[] = [
  [{ from: "shop/till", to: "shop/front", port: "80" }, undefined],
  [{ from: "pod/shop/till", to: "svc/shop/front:80" }, undefined],
  [{ from: "shop/ingress/public" }, undefined],
  [{ from: "shop/ingress/public", to: "shop/web" }, undefined],
  [
    { from: "gopher://shop/till", to: "shop/web" },
    { code: "unknown-scheme", scheme: "gopher" },
  ],
  [
    { from: "shop/till:90", to: "shop/web" },
    { code: "port-of-source", name: "shop/till" },
  ],
  [
    { from: "shop/till", to: "shop/web:91", port: "92" },
    { code: "two-ports", port: "91", given: "92", givenBy: "question" },
  ],
  [
    { from: "shop/till", to: "shop/web", protocol: "quic" },
    { code: "bad-protocol", text: "quic" },
  ],
  [
    { from: "shop/till", to: "shop/web", port: "9-8" },
    { code: "reversed-range", text: "9-8" },
  ],
  [
    { from: "shop/till", to: "shop/wep" },
    { code: "not-found", asked: "shop/wep", name: "wep" },
  ],
  [
    { from: "shop/tell", to: "shop/web" },
    { code: "not-found", asked: "shop/tell", name: "tell" },
  ],
  [
    { from: "shop/svc/front", to: "shop/web" },
    { code: "service-as-source", asked: "shop/svc/front" },
  ],
  [{ from: "shop/ingress/pubic" }, { code: "not-found", asked: "shop/ingress/pubic", kind: "Ingress" }],
  [
    { from: "shop/till", to: "shop/web", port: "htp" },
    { code: "missing-port", port: "htp", to: "shop/web" },
  ],
  [
    { from: "shop/till", to: "shop/svc/front", port: "443" },
    { code: "missing-port", port: "TCP 443", to: "shop/front" },
  ],
  [
    { from: "shop/ingress/public", port: "82" },
    { code: "missing-port", port: "TCP 82" },
  ],
  [
    { from: "shop/ingress/public", to: "shop/till" },
    { code: "no-backend", to: "shop/till" },
  ],
  [{ from: "shop/ingress/nothing" }, { code: "no-backend", backends: [] }],
];

function problemOf(asked: Asked<unknown>): QuestionProblem | undefined {
  return asked.ok ? undefined : asked.problem;
}

describe("a question about a flow", () => {
  it.each(FLOWS)("%j", async (words, expected) => {
    const loaded = await loadSources([{ name: "cluster.yaml", text: CLUSTER }]);
    const { from, to, port, protocol } = words;
    const read = readFlow({ from, to, port, protocol });
    const ends = read.ok ? lookUpFlow(loaded.cluster, { ...read.value, namespace: undefined }) : read;
    const answer =
      read.ok && ends.ok && ends.value.type !== "end"
        ? explainEnds(loaded.cluster, ends.value, { traffic: read.value.traffic, profile: REFERENCE })
        : ends;
    if (expected === undefined) expect(problemOf(answer)).toBeUndefined();
    else expect(problemOf(answer)).toMatchObject(expected);
    // The library has the same facts, and never another error.
    if (expected === undefined) expect(explainFlow(loaded, words).results).not.toEqual([]);
    else expect(thrownBy(() => explainFlow(loaded, words)).problem).toEqual(problemOf(answer));
  });

  it("names one end only: the command line lists its policies, the library has no answer", async () => {
    const loaded = await loadSources([{ name: "cluster.yaml", text: CLUSTER }]);
    const ends = lookUpFlow(loaded.cluster, { from: "web", to: undefined, namespace: "shop" });
    expect(ends.ok && ends.value.type === "end" && ends.value.end.shownAs).toBe("shop/web");
    expect(thrownBy(() => explainFlow(loaded, { from: "shop/web" })).problem).toEqual({
      code: "no-destination",
    });
  });
});

describe("a question about a map", () => {
  it.each<readonly [readonly string[], string | undefined, object]>([
    [["shop/svc/front"], "443", { code: "missing-port", port: "TCP 443", to: "shop/front" }],
    [["shop/svc/away"], undefined, { code: "behind-no-pods", service: "shop/away" }],
    [["shop/front:80", "shop/web:81"], undefined, { code: "two-ports", given: "80", givenBy: "name" }],
    [["shop/wep"], undefined, { code: "not-found", asked: "shop/wep" }],
  ])("to %j on %s is none", async (to, port, expected) => {
    const loaded = await loadSources([{ name: "cluster.yaml", text: CLUSTER }]);
    const read = readMap({ from: [], to, port, protocol: undefined });
    const asked = read.ok
      ? lookUpMap(loaded.cluster, { ...read.value, namespace: undefined, isExposed: false })
      : read;
    expect(problemOf(asked)).toMatchObject(expected);
    const question = { to, ...(port === undefined ? {} : { port }) };
    expect(thrownBy(() => mapFlows(loaded, question)).problem).toEqual(problemOf(asked));
  });

  it("is about what the pods behind a Service are sent", async () => {
    const { cluster } = await loadSources([{ name: "cluster.yaml", text: CLUSTER }]);
    const read = readMap({ from: ["shop/till"], to: ["shop/svc/front"], port: "80", protocol: undefined });
    if (!read.ok) throw new Error(read.problem.code);
    const asked = lookUpMap(cluster, { ...read.value, namespace: undefined, isExposed: true });
    if (!asked.ok) throw new Error(asked.problem.code);
    expect([...asked.value.sent].map(([id, { TCP }]) => [id, TCP])).toEqual([
      ["shop/pod/web", [[8080, 8080]]],
    ]);
    expect(asked.value.isExposed).toBe(true);
  });
});

function thrownBy(ask: () => unknown): QuestionError {
  try {
    ask();
  } catch (error) {
    if (error instanceof QuestionError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
