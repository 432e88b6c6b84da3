import { classesOf } from "../../../src/semantics/reach/classes.js";
import { DIRECTIONS } from "../../../src/cluster/model/policy.js";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { expect, test } from "vitest";
import { FAMILIES } from "../../../src/base/net/address.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { Reach } from "../../../src/semantics/reach/reach.js";
import { trafficKey } from "../../../src/base/net/traffic.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";
import type { DecidingEntry } from "../../../src/semantics/evaluate/entry.js";

const pod = (name: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: a, labels: {app: ${name}}}, spec: {containers: [{name: c, image: i}]}}`;

const policy = (name: string, app: string, spec: string): string =>
  `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: ${name}, namespace: a}, spec: {podSelector: {matchLabels: {app: ${app}}}, ${spec}}}`;

const namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: a}}";

const ALLOWS =
  "egress: [{to: [{ipBlock: {cidr: 192.0.2.0/24}}], ports: [{port: 443}]}], policyTypes: [Egress]";

async function reachOf(texts: readonly string[], sharesForms: boolean): Promise<Reach> {
  const text = [namespace, ...texts].join("\n---\n");
  const { cluster } = await loadSources([{ name: "cluster.yaml", text }]);
  return reachOfCluster(cluster, sharesForms);
}

function reachOfCluster(cluster: Cluster, sharesForms: boolean): Reach {
  const distinctions = new Distinctions(cluster);
  const classes = classesOf(cluster, endsOf(cluster, distinctions), distinctions);
  return new Reach(cluster, REFERENCE, classes, { sharesForms });
}

const byText = (by: DecidingEntry): string => {
  if (by.type === "rule") return `${by.policy.ref.name} ${by.rule.index}`;
  return by.type === "isolation" ? by.policies.map(({ ref }) => ref.name).join() : by.type;
};

/** All that walks come to, class by class and leaf by leaf. */
function told(reach: Reach): string[] {
  return reach.classes.flatMap(({ index }) =>
    DIRECTIONS.flatMap((direction) =>
      FAMILIES.flatMap((family) => {
        const walk = reach.walk(direction, index, family);
        const leaves = walk.leaves.map(({ by, outcome, region: { traffic, world, others } }) =>
          [byText(by), outcome, trafficKey(traffic), world.key, others?.members.join()].join(" "),
        );
        const cells = walk.cells.map(({ others, leaves: own, shape }) =>
          [
            others.members.join(),
            ...shape.leaves.map(({ outcome }) => outcome),
            ...own.map(({ by }) => byText(by)),
          ].join(" "),
        );
        const ofFamily = reach.classes.filter(({ families }) => families.includes(family));
        const ends = ofFamily.map((each) =>
          walk
            .cellOf(each.index)
            .leaves.map(({ by }) => byText(by))
            .join(),
        );
        const entries = walk.entries.map((entry) => (entry.type === "policy" ? "" : byText(entry)));
        return [`${direction} ${index} ${family}`, ...leaves, ...cells, ...ends, ...entries];
      }),
    ),
  );
}

const form = (reach: Reach, name: string): unknown => {
  const of = reach.classes.find(
    ({ representative: end }) => end.type === "pod" && end.labels["app"] === name,
  );
  return reach.walk("egress", of!.index, "IPv4").form;
};

test("pods whose policies say the same have walks of one form, each decided by its own policies", async () => {
  const texts = [pod("web"), pod("db"), policy("p", "web", ALLOWS), policy("q", "db", ALLOWS)];
  const [shared, alone] = [await reachOf(texts, true), await reachOf(texts, false)];
  expect(form(shared, "web")).toBe(form(shared, "db"));
  expect(form(alone, "web")).not.toBe(form(alone, "db"));
  expect(told(shared)).toEqual(told(alone));
});

test.each([
  ["other addresses", ALLOWS.replace("192.0.2.0/24", "192.0.2.0/25")],
  ["another port", ALLOWS.replace("443", "80")],
  ["one rule more", ALLOWS.replace("egress: [", "egress: [{to: [{podSelector: {}}]}, ")],
  ["no rule", "policyTypes: [Egress]"],
  ["the other direction alone", "policyTypes: [Ingress]"],
  ["the name of a port", ALLOWS.replace("443", "https")],
])("policies with %s have walks of another form", async (_what, spec) => {
  const texts = [pod("web"), pod("db"), policy("p", "web", ALLOWS), policy("q", "db", spec)];
  const [shared, alone] = [await reachOf(texts, true), await reachOf(texts, false)];
  expect(form(shared, "web")).not.toBe(form(shared, "db"));
  expect(told(shared)).toEqual(told(alone));
});

test("rules that match none of the other ends are alike, whatever they are about", async () => {
  const none = (label: string, port: number): string =>
    `egress: [{to: [{podSelector: {matchLabels: {none: ${label}}}}], ports: [{port: ${port}}]}], policyTypes: [Egress]`;
  const texts = [pod("web"), pod("db"), policy("p", "web", none("k", 1)), policy("q", "db", none("l", 2))];
  const shared = await reachOf(texts, true);
  expect(form(shared, "web")).toBe(form(shared, "db"));
  expect(told(shared)).toEqual(told(await reachOf(texts, false)));
});
