import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";

type Files = Readonly<Record<string, string>>;

/** Rule and sets of each finding. */
async function lint(files: Files, ...rules: string[]): Promise<unknown> {
  const only = rules.flatMap((rule) => ["--only", rule]);
  const { stdout } = await runAnp(["lint", "-o", "json", ...only], { cwd: folderWith(files) });
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; file: string; roots?: string[] }[] };
  return findings.map(({ rule, file, roots }) => [rule, file, roots]);
}

const policy = (name: string, namespace: string, spec: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: ${spec}\n---\n`;

const pod = (name: string, namespace: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ${namespace}, labels: {app: ${name}}}\nspec: {containers: [{name: c, image: i}]}\n---\n`;

const DNS = "{podSelector: {}, policyTypes: [Egress], egress: [{ports: [{port: 53, protocol: UDP}]}]}";
const TO_CACHE =
  "{podSelector: {matchLabels: {app: job}}, policyTypes: [Egress], egress: [{to: [{podSelector: {matchLabels: {app: cache}}}]}]}";

/** Two states of a base that closes its namespace, and a file that neither of them names. */
const CLOSED: Files = {
  "base/kustomization.yaml": "resources: [all.yaml]\n",
  "base/all.yaml":
    policy("deny", "shop", "{podSelector: {}, policyTypes: [Ingress, Egress]}") +
    policy("dns", "shop", DNS) +
    pod("web", "shop"),
  "overlays/dev/kustomization.yaml": "resources: [../../base]\nlabels: [{pairs: {env: dev}}]\n",
  "overlays/prod/kustomization.yaml": "resources: [../../base]\nlabels: [{pairs: {env: prod}}]\n",
  "base/job.yaml": policy("job", "shop", TO_CACHE) + pod("job", "shop") + pod("cache", "shop"),
};

describe("what sets of manifests beside one put into its namespaces", () => {
  it("is not missing from a file that no kustomization names", async () => {
    const rules = ["no-default-deny", "dns-port-never-allowed", "workload-unprotected"];
    expect(await lint(CLOSED, ...rules)).toEqual([]);
    const elsewhere = {
      ...CLOSED,
      "base/all.yaml": (CLOSED["base/all.yaml"] ?? "").replaceAll("shop", "bank"),
    };
    expect(await lint(elsewhere, ...rules)).toEqual([
      // Egress, in which the cache is open, and ingress, which nothing restricts.
      ["no-default-deny", "base/job.yaml", ["base"]],
      ["no-default-deny", "base/job.yaml", ["base"]],
      ["dns-port-never-allowed", "base/job.yaml", ["base"]],
    ]);
  });

  it("says nothing of a set that has the same objects: it is another state", async () => {
    const files = {
      ...CLOSED,
      "base/job.yaml": `${CLOSED["base/job.yaml"]}${pod("web", "shop").replace("image: i", "image: other")}`,
    };
    expect(await lint(files, "no-default-deny")).toContainEqual([
      "no-default-deny",
      "base/job.yaml",
      ["base"],
    ]);
  });

  it("restricts egress of those that restrict only ingress", async () => {
    const files = {
      ...CLOSED,
      "base/all.yaml": policy("dns", "shop", DNS) + pod("web", "shop"),
      "base/job.yaml":
        policy("in", "shop", "{podSelector: {matchLabels: {app: job}}, policyTypes: [Ingress]}") +
        policy("out", "bank", DNS),
    };
    expect(await lint(files, "egress-unrestricted")).toEqual([]);
    const apart = { ...files, "base/all.yaml": pod("web", "shop") };
    expect(await lint(apart, "egress-unrestricted")).toEqual([
      ["egress-unrestricted", "base/job.yaml", ["base"]],
    ]);
  });
});

it("a finding is one where only the namespace differs, also if names begin with it", async () => {
  const files = {
    "base/kustomization.yaml": "resources: [all.yaml]\n",
    "base/all.yaml":
      policy(
        "to-api",
        "shop",
        "{podSelector: {matchLabels: {app: shop-web}}, policyTypes: [Egress], egress: [{to: [{podSelector: {matchLabels: {app: shop-api}}}]}]}",
      ) +
      policy("api", "shop", "{podSelector: {matchLabels: {app: shop-api}}, policyTypes: [Ingress]}") +
      pod("shop-web", "shop") +
      pod("shop-api", "shop"),
    "overlays/dev/kustomization.yaml": "resources: [../../base]\nnamespace: dev\n",
    "overlays/prod/kustomization.yaml": "resources: [../../base]\nnamespace: shop\n",
  };
  expect(await lint(files, "one-sided-flow")).toEqual([
    ["one-sided-flow", "base/all.yaml", ["overlays/dev", "overlays/prod"]],
  ]);
});

describe("a workload that overlays of one base leave open", () => {
  const restricted = ["a", "b", "c", "d"]
    .map((name) => pod(name, "shop") + policy(name, "shop", `{podSelector: {matchLabels: {app: ${name}}}}`))
    .join("");
  const base = {
    "base/kustomization.yaml": "resources: [all.yaml]\n",
    "base/all.yaml": restricted + pod("job", "shop"),
    "overlays/dev/kustomization.yaml": "resources: [../../base]\nnamespace: dev\n",
  };
  const BOTH = [["workload-unprotected", "base/all.yaml", ["overlays/dev", "overlays/prod"]]];
  const DEV = ["workload-unprotected", "base/all.yaml", ["overlays/dev"]];
  const PROD = ["workload-unprotected", "base/all.yaml", ["overlays/prod"]];
  const LATE = pod("late", "shop");
  const JOB = policy("job", "shop", "{podSelector: {matchLabels: {app: job}}}");
  const DENY = policy("deny", "shop", "{podSelector: {}}");

  it.each([
    ["where their namespaces differ", "namespace: prod\n", "", BOTH],
    ["where one of these is called as the workload is", "namespace: job\n", "", BOTH],
    ["where one keeps the base's", "", "", BOTH],
    ["but not where more is open in one", "namespace: prod\n", LATE, [PROD, DEV]],
    ["but not where one restricts it", "namespace: prod\n", JOB, [DEV]],
    ["but not where one restricts all", "namespace: prod\n", DENY, [DEV]],
  ])("is one finding %s", async (_, namespace, more, expected) => {
    const resources = more === "" ? "[../../base]" : "[../../base, more.yaml]";
    const files = {
      ...base,
      "overlays/prod/kustomization.yaml": `resources: ${resources}\n${namespace}`,
      ...(more === "" ? {} : { "overlays/prod/more.yaml": more }),
    };
    expect(await lint(files, "workload-unprotected")).toEqual(expected);
  });
});

describe("what can go from a base", () => {
  const base = {
    "base/kustomization.yaml": "resources: [all.yaml]\n",
    "base/all.yaml":
      policy(
        "web",
        "shop",
        "{podSelector: {matchLabels: {app: web}}, ingress: [{from: [{podSelector: {matchLabels: {app: api}}}]}]}",
      ) +
      pod("web", "shop") +
      pod("api", "shop"),
    "open/kustomization.yaml":
      "kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\nresources: [open.yaml]\n",
    "open/open.yaml": policy("open", "shop", "{podSelector: {}, ingress: [{from: [{podSelector: {}}]}]}"),
    "overlays/dev/kustomization.yaml": "resources: [../../base]\ncomponents: [../../open]\nnamespace: dev\n",
  };

  it("is needed where another overlay has nothing that does the same", async () => {
    const files = {
      ...base,
      "overlays/prod/kustomization.yaml": "resources: [../../base]\nnamespace: prod\n",
    };
    expect(await lint(files, "redundant-policy")).toEqual([]);
  });

  it("is told where all overlays can do without it", async () => {
    const files = {
      ...base,
      "overlays/prod/kustomization.yaml":
        "resources: [../../base]\ncomponents: [../../open]\nnamespace: prod\n",
    };
    expect(await lint(files, "redundant-policy")).toEqual([
      ["redundant-policy", "base/all.yaml", ["overlays/dev", "overlays/prod"]],
    ]);
  });
});

describe("what an Application applies", () => {
  const WEB = pod("web", "shop") + policy("web", "shop", "{podSelector: {matchLabels: {app: web-pod}}}");
  const application = (name: string, spec: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd}\nspec: {${spec}, destination: {namespace: shop}}\n---\n`;
  const ROOT = application("root", "source: {path: argo}");
  const found = (spec: string): Promise<unknown> =>
    lint({ "argo/a.yaml": ROOT + application("shop", spec), "apps/shop.yaml": WEB }, "selects-no-pods");

  it("is known where it is in the tree: no other pods are to come of it", async () => {
    expect(await found("source: {path: apps}")).toEqual([["selects-no-pods", "apps/shop.yaml", undefined]]);
  });

  it.each<readonly [repository: string, path: string, isThis: boolean]>([
    ["https://git.example/team/shop.git", ".", true],
    ["git@git.example:shop", "./", true],
    ["https://git.example/shop/", ".", true],
    ["https://git.example/team/other", ".", false],
    ["https://git.example/team/shop-web", ".", false],
  ])(
    "is the whole repository, where it is called as its folder is: %s %s",
    async (repository, path, isThis) => {
      const root = application("shop", `source: {repoURL: '${repository}', path: ${path}}`);
      const cwd = `${folderWith({ "shop/a.yaml": root + WEB })}/shop`;
      const { stdout } = await runAnp(["lint", "-o", "json", "--only", "selects-no-pods"], { cwd });
      expect((JSON.parse(stdout) as { findings: unknown[] }).findings).toHaveLength(isThis ? 1 : 0);
    },
  );

  it("is not known where a part of it is elsewhere, or all of it", async () => {
    expect(await found("sources: [{path: apps}, {chart: web, repoURL: 'https://example.com'}]")).toEqual([]);
    expect(
      await lint({ "a.yaml": application("shop", "source: {path: far}") + WEB }, "selects-no-pods"),
    ).toEqual([]);
  });
});
