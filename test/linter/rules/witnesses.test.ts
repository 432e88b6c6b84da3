import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contradictions } from "../../support/witness.js";
import { folderWith } from "../../support/folder.js";
import { lint } from "../../../src/linter/lint/lint.js";
import { loadSources, type Loaded, type Problem, type Source } from "../../../src/index.js";
import { parseAddress } from "../../../src/base/net/address.js";
import { RULES } from "../../../src/linter/rules/index.js";
import { runAnp } from "../../support/run-anp.js";
import { witnessCommand } from "../../../src/report/witness.js";

/** Rules whose findings name a flow to ask about; all others name none. */
const WITH_FLOWS: readonly string[] = [
  "allow-all-cancels-deny",
  "api-server-unreachable",
  "baseline-never-reached",
  "configured-address-blocked",
  "deny-hits-cluster-services",
  "dns-egress-missing",
  "domain-name-unlisted",
  "domain-names-shadowed-by-networks",
  "domain-names-without-deny",
  "domain-names-without-dns",
  "except-reopened",
  "ingress-backend-blocked",
  "isolation-bypassed-by-admin-tier",
  "metadata-address-reachable",
  "metrics-scrape-blocked",
  "one-sided-flow",
  "open-to-world",
  "overridden-by-admin-tier",
  "partially-shadowed-rule",
  "pass-to-nothing",
  "published-service-blocked",
  "closed-service",
  "redundant-policy",
  "redundant-rule",
  "same-priority-conflict",
  "sensitive-port-exposed",
  "shadowed-rule",
  "vacuous-policy",
  "webhook-port-blocked",
];

/** Reads a folder as the command line does, charts and what is no manifest left out. */
function sourcesIn(folder: string): Source[] {
  return readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(path).isDirectory()) return sourcesIn(path);
    return name.endsWith(".yaml") ? [{ name: path, text: readFileSync(path, "utf8") }] : [];
  });
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder)
    .map((name) => `${folder}/${name}`)
    .filter((path) => statSync(path).isDirectory());

/** Manifests that are linted together: bad examples of rules, and folders of fixtures. */
const INPUTS: readonly (readonly [what: string, sources: readonly Source[]])[] = [
  ...RULES.map(({ id, examples }) => [id, [{ name: "example.yaml", text: examples.bad }]] as const),
  ...["demo", "mistakes", "migration", "migration/v0.1.8", "service-port"].map(
    (name) => [`fixtures/${name}`, sourcesIn(`fixtures/${name}`)] as const,
  ),
  ...["gallery", "front", "suggest", "diff"]
    .flatMap((name) => foldersIn(`fixtures/${name}`))
    .map((folder) => [folder, sourcesIn(folder)] as const),
];

interface Found {
  readonly loaded: Loaded;
  readonly rule: string;
  readonly problem: Problem;
}

/** Manifests that show a flow where a rule's bad example is about pods that there may be. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  "same-priority-conflict": "fixtures/gallery/equal-priorities",
};

/** What is found in some manifests that names a flow. */
async function foundIn(sources: readonly Source[]): Promise<readonly Found[]> {
  const loaded = await loadSources(sources, { purpose: "lint" });
  return lint(loaded).diagnostics.flatMap(({ rule, problem }) =>
    problem.witness === undefined ? [] : [{ loaded, rule, problem }],
  );
}

describe("a finding about flows names one on which explaining says the same", () => {
  it.each(INPUTS)("%s", async (_what, sources) => {
    const found = await foundIn(sources);
    expect(found.flatMap(({ loaded, problem }) => contradictions(loaded, problem))).toEqual([]);
    expect(found.map(({ rule }) => rule).filter((rule) => !WITH_FLOWS.includes(rule))).toEqual([]);
  });

  it.each(WITH_FLOWS)("as the command of %s is printed", async (id) => {
    const sources = INPUTS.find(([what]) => what === (SHOWN_BY[id] ?? id))?.[1] ?? [];
    const shown = (await foundIn(sources)).filter(({ rule }) => rule === id).slice(0, 3);
    expect(shown).not.toEqual([]);
    for (const { problem } of shown) {
      if (problem.witness === undefined) continue;
      const cwd = folderWith(Object.fromEntries(sources.map(({ name, text }) => [name, text])));
      const words = witnessCommand(problem.witness, " -f .").replaceAll("'", "").split(" ").slice(1);
      const { code, stdout, stderr } = await runAnp([...words, "-o", "json"], { cwd });
      expect([0, 1, 3], stderr).toContain(code);
      const { results } = JSON.parse(stdout) as { readonly results: readonly { verdict: string }[] };
      expect(results.map(({ verdict }) => verdict)).toContain(problem.witness.verdict);
    }
  });
});

/** Pods of a namespace that denies whatever comes from pods, and a rule that passes what goes to a name. */
const PASSED_BY_NAME = `
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { containers: [{ name: web, image: web }] }
---
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: names }
spec:
  priority: 7
  subject: { namespaces: {} }
  ingress: [{ action: Deny, from: [{ namespaces: {} }] }]
  egress: [{ action: Pass, to: [{ domainNames: [API.example.com.] }] }]
`;

describe("a name stands for the addresses that DNS gives for it (S-EV-1a)", () => {
  it.each([
    ["of the internet", "203.0.113.7", "allowed"],
    ["that a pod may have", "10.0.0.7", "unknown"],
  ])("%s", async (_, address, verdict) => {
    const dns = new Map([["api.example.com", [parseAddress(address)!]]]);
    const sources = [{ name: "names.yaml", text: PASSED_BY_NAME }];
    const loaded = await loadSources(sources, { purpose: "lint", facts: { dns } });
    const found = lint(loaded).diagnostics.filter(({ rule }) => rule === "vacuous-policy");
    expect(found.map(({ problem }) => problem.witness)).toMatchObject([{ verdict }]);
    expect(found.flatMap(({ problem }) => contradictions(loaded, problem))).toEqual([]);
  });
});
