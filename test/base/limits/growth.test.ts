import { describe, expect, it } from "vitest";
import { FAMILIES } from "../../../bench/families.mjs";
import { auditEgress } from "../../../src/questions/audit/audit.js";
import { CLASS_NAMES } from "../../../src/questions/audit/destinations.js";
import { diff } from "../../../src/questions/diff/diff.js";
import { lint } from "../../../src/linter/lint/lint.js";
import { load } from "../../../src/cluster/load/load.js";
import { matrixOf } from "../../../src/questions/matrix/map.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { MOST_STEPS, Work } from "../../../src/base/limits/work.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";

const SEED = 20261122;

/** How many times the policies are copied, under other names: they tell nothing apart that the first ones do not. */
const TIMES = 10;

/** Twelve times the work for ten times the policies. */
const MOST = 12;

/** How much is kept of a family's policies at most, where they are long. At least two, so that they can meet. */
const MOST_POLICIES = 8;
const MOST_CHARS = 12_000;

/** A part of each family: what is measured is how work grows, which shows in small. */
function documentsOf(family: string): readonly string[] {
  const all = FAMILIES[family]?.({ scale: 1, seed: SEED }) ?? [];
  const policies = all.filter(isPolicy);
  const others = all.filter((text) => !isPolicy(text));
  const isKept = (_text: string, i: number): boolean => i % Math.ceil(others.length / 60) === 0;
  let chars = 0;
  const isShort = (text: string, i: number): boolean => (chars += text.length) <= MOST_CHARS || i < 2;
  return [...others.filter(isKept), ...policies.slice(0, MOST_POLICIES).filter(isShort)];
}

function isPolicy(text: string): boolean {
  return /^kind: \w*NetworkPolicy$/m.test(text);
}

function copied(documents: readonly string[]): string[] {
  const policies = documents.filter((text) => text.includes("kind: NetworkPolicy\n"));
  const copies = Array.from({ length: TIMES - 1 }, (_, copy) =>
    policies.map((text) =>
      text.replaceAll(/policy-\d+|app-\d+-\d+(?=\n)/g, (name) => `${name}-copy-${copy}`),
    ),
  );
  return [...documents, ...copies.flat()];
}

async function clusterOf(documents: readonly string[]): Promise<Cluster> {
  const file = { name: "a.yaml", text: documents.join("---\n") };
  const { cluster } = await load([{ type: "file", file, isNamed: true }], READ_OPTIONS);
  return cluster;
}

const COMMANDS: Readonly<Record<string, (cluster: Cluster) => void>> = {
  matrix: (cluster) => {
    const question = { from: [], to: [], traffic: undefined, sent: new Map(), isExposed: false };
    matrixOf(cluster, question).matrix.decide();
  },
  diff: (cluster) => void diff(cluster, { ...cluster, policies: cluster.policies.slice(1) }),
  audit: (cluster) =>
    void auditEgress(cluster, { to: CLASS_NAMES, from: [], except: [], exceptNamespaces: [] }),
  lint: (cluster) => void lint({ cluster, problems: [] }, cluster),
};

function workOf(cluster: Cluster, something: (cluster: Cluster) => void): number {
  const work = new Work(Infinity);
  something({ ...cluster, work });
  return work.spent;
}

/** What is too little to grow by: reading the classes, for instance. */
const LITTLE = 200_000;

describe.each(Object.keys(FAMILIES))("ten times the policies of family %s", (family) => {
  it.each(Object.keys(COMMANDS))(
    "take %s at most twelve times the work, a part of its budget",
    async (command) => {
      const documents = documentsOf(family);
      const run = COMMANDS[command] as (cluster: Cluster) => void;
      const few = workOf(await clusterOf(documents), run);
      const many = workOf(await clusterOf(copied(documents)), run);
      expect(many).toBeLessThanOrEqual(MOST * Math.max(few, LITTLE));
      expect(many).toBeLessThan(MOST_STEPS / 4);
    },
  );
});

/** Rules that ask what others leave of each rule or policy: what is easily done for each pair of them. */
const PAIRWISE = ["redundant-policy", "redundant-rule", "vacuous-policy", "except-reopened"];

describe.each(["cidrs", "same-pods"])("ten times the policies of family %s, by rule", (family) => {
  it.each(PAIRWISE)("take %s at most twelve times the work", async (rule) => {
    const documents = documentsOf(family);
    const run = (cluster: Cluster): void =>
      void lint({ cluster, problems: [] }, { ...cluster, only: new Set([rule]) });
    const few = workOf(await clusterOf(documents), run);
    const many = workOf(await clusterOf(copied(documents)), run);
    expect(many).toBeLessThanOrEqual(MOST * Math.max(few, LITTLE));
  });
});
