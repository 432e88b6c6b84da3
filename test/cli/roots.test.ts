import { describe, expect, it } from "vitest";
import { execFileSync } from "node:child_process";
import { folderWith } from "../support/folder.js";
import { mkdirSync, symlinkSync } from "node:fs";
import { runAnp, type Run } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";

type Files = Readonly<Record<string, string>>;

const NP = (name: string, spec: string, namespace?: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: ${name}\n${namespace === undefined ? "" : `  namespace: ${namespace}\n`}spec:\n  podSelector: {matchLabels: {app: web}}\n${spec}\n---\n`;
const POD = (name: string, namespace?: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}${namespace === undefined ? "" : `, namespace: ${namespace}`}, labels: {app: ${name}}}\nspec: {containers: [{name: c, image: i}]}\n---\n`;

/** An OpenShift Template with a policy called as those of others. */
const TEMPLATE = (name: string, types: string): string =>
  `apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: ${name}}\nobjects:\n- apiVersion: networking.k8s.io/v1\n  kind: NetworkPolicy\n  metadata: {name: deny}\n  spec: {podSelector: {}, policyTypes: ${types}}\n`;

/** A base with a policy that has a mistake in its fourth line of spec, and two overlays. */
const OVERLAYS: Files = {
  "base/kustomization.yaml": "resources: [np.yaml, pods.yaml]\n",
  "base/np.yaml": NP(
    "web",
    "  ingress:\n  - from:\n    - podSelector: {matchLabels: {app: api}}\n    colour: red",
  ),
  "base/pods.yaml": POD("web") + POD("api"),
  "overlays/dev/kustomization.yaml": "resources: [../../base]\nnamespace: dev\n",
  "overlays/prod/kustomization.yaml":
    "resources: [../../base]\nnamespace: prod\npatches:\n- path: closed.yaml\n",
  "overlays/prod/closed.yaml":
    "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: web}\nspec:\n  ingress:\n  - from:\n    - podSelector: {matchLabels: {app: other}}\n    ports: [{port: 53}]\n",
};

interface Finding {
  readonly rule: string;
  readonly file: string;
  readonly message: string;
  readonly notes?: readonly string[];
  readonly range: { readonly start: { readonly line: number; readonly column: number } };
  readonly related?: readonly { readonly range: { readonly start: { readonly line: number } } }[];
  readonly roots?: readonly string[];
  readonly witness?: { readonly command: string };
}

async function lintIn(cwd: string, ...args: string[]): Promise<readonly Finding[]> {
  const { stdout } = await runAnp(["lint", "-o", "json", ...args], { cwd });
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

const lint = (files: Files, ...args: string[]): Promise<readonly Finding[]> =>
  lintIn(folderWith(files), ...args);

async function rootsOf(files: Files, cwd = folderWith(files)): Promise<unknown> {
  const { stdout } = await runAnp(["lint", "--roots", "-o", "json"], { cwd });
  const report = JSON.parse(stdout) as {
    roots: { name: string; reason: { code: string }; complete: boolean }[];
  };
  expect(schemaOf("roots")(report)).toEqual([]);
  return report.roots.map(({ name, reason, complete }) => [name, reason.code, complete]);
}

const run = (files: Files, ...args: string[]): Promise<Run> => runAnp(args, { cwd: folderWith(files) });

/** The patch that lets pods out to others than the base does. */
const TO_API =
  'patches: [{target: {name: web, kind: NetworkPolicy}, patch: "[{op: replace, path: /spec/egress/0/to/0/podSelector/matchLabels/app, value: api}]"}]\n';

describe("a tree is cut into what is applied together", () => {
  it("overlays of one base are clusters of their own; what they share is told once, where it is written", async () => {
    const findings = await lint(OVERLAYS, "--only", "unknown-field", "--only", "protocol-omitted");
    expect(findings.map(({ rule, file, range, roots }) => [rule, file, range.start.line, roots])).toEqual([
      ["unknown-field", "base/np.yaml", 10, ["overlays/dev"]],
      ["protocol-omitted", "overlays/prod/closed.yaml", 8, ["overlays/prod"]],
    ]);
    const same = {
      ...OVERLAYS,
      "overlays/prod/kustomization.yaml": "resources: [../../base]\nnamespace: prod\n",
    };
    const shared = await lint(same, "--only", "unknown-field");
    expect(shared.map(({ roots }) => roots)).toEqual([["overlays/dev", "overlays/prod"]]);
    const { stdout } = await run(same, "lint", "--only", "unknown-field");
    expect(stdout).toContain("   = note: in overlays/dev and overlays/prod\n");
  });

  it.each([
    ["", "namespace: dev\n", "namespace: prod\n", 1],
    ["prefixes and suffixes", "namePrefix: dev-\n", "namePrefix: prod-\nnameSuffix: -b\n", 1],
    [
      "prefixes in namespaces",
      "namespace: dev\nnamePrefix: dev-\n",
      "namespace: live\nnamePrefix: prod-\n",
      1,
    ],
    ["another rule of one of them", "namePrefix: dev-\n", "namePrefix: prod-\n" + TO_API, 2],
  ])("what differs by the names that kustomizations give is one finding: %s", async (_, dev, prod, count) => {
    const files = {
      "base/kustomization.yaml": "resources: [pods.yaml, np.yaml]\n",
      "base/pods.yaml": [POD("web", "shop"), POD("db", "shop"), POD("api", "shop")]
        .join("")
        .replaceAll("labels: {", "labels: {closed: 'yes', "),
      "base/np.yaml":
        NP(
          "web",
          "  policyTypes: [Egress]\n  egress: [{to: [{podSelector: {matchLabels: {app: db}}}]}]",
          "shop",
        ) + NP("closed", "  policyTypes: [Ingress]", "shop").replace("app: web", "closed: 'yes'"),
      "overlays/dev/kustomization.yaml": `resources: [../../base]\n${dev}`,
      "overlays/prod/kustomization.yaml": `resources: [../../base]\n${prod}`,
    };
    const findings = await lint(files, "--only", "one-sided-flow");
    expect(findings.map(({ roots }) => roots)).toEqual(
      count === 1 ? [["overlays/dev", "overlays/prod"]] : [["overlays/dev"], ["overlays/prod"]],
    );
  });

  it("what differs by the names of routes that kustomizations give is one finding", async () => {
    const files = {
      "base/kustomization.yaml": "resources: [all.yaml, np.yaml]\n",
      "base/all.yaml":
        POD("web", "shop") +
        "apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n---\n" +
        "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: front, namespace: shop}\nspec: {ingressClassName: alb, defaultBackend: {service: {name: web, port: {number: 80}}}}\n",
      "base/np.yaml": NP("web", "  ingress: [{from: [{podSelector: {}}]}]", "shop"),
      "overlays/dev/kustomization.yaml": "resources: [../../base]\nnamespace: dev\nnamePrefix: dev-\n",
      "overlays/prod/kustomization.yaml": "resources: [../../base]\nnamespace: live\nnamePrefix: prod-\n",
    };
    const findings = await lint(files, "--only", "ingress-backend-blocked");
    expect(findings.map(({ roots }) => roots)).toEqual([["overlays/dev", "overlays/prod"]]);
  });

  it("a label that a kustomization adds to selectors is told once, where it is written", async () => {
    const files = (labels: string): Files => ({
      "app/kustomization.yaml": "resources: [pods.yaml]\ncommonLabels: {made-by: argo}\n",
      "app/pods.yaml": POD("web", "shop") + POD("api", "shop"),
      "policies/kustomization.yaml": `resources: [np.yaml]\n${labels}`,
      "policies/np.yaml":
        NP("web", "  ingress: [{from: [{podSelector: {matchLabels: {app: api}}}]}]", "shop") +
        NP(
          "dns",
          "  egress: [{to: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: kube-system}}, podSelector: {matchLabels: {k8s-app: kube-dns}}}]}]",
          "shop",
        ),
    });
    const only = ["--only", "selects-no-pods,peer-selects-no-pods,absent-from-input"];
    const { stdout } = await run(files("commonLabels:\n  made-by: kustomize\n"), "lint", ...only);
    expect(stdout)
      .toContain(`warning[selects-no-pods]: the kustomization adds \`made-by=kustomize\` to 4 selectors of policies, and
  no pod has it
  ╭─▸ policies/kustomization.yaml:3:12
2 │ commonLabels:
3 │   made-by: kustomize
  │            ^^^^^^^^^ no pod in namespace \`shop\` has \`made-by=kustomize\`
   = note: in \`NetworkPolicy shop/dns\` and \`NetworkPolicy shop/web\`
   = note: without what it adds, one of them selects \`shop/web\`
   = note: one of them is for pods in namespace \`kube-system\`, which nobody labels so
   = help: \`labels\` with \`includeSelectors: false\` leaves selectors alone; or give the pods this
           label
   = rule: anp rules selects-no-pods

1 warning`);
    const apart = "labels: [{pairs: {made-by: kustomize}, includeSelectors: false}]\n";
    for (const labels of [apart, ""])
      expect((await run(files(labels), "lint", ...only)).stdout).toContain("no findings");
  });

  it.each([
    ["of kube-system", "{kubernetes.io/metadata.name: kube-system}"],
    ["of any namespace", ""],
  ])(
    "a label that all pods of a kustomization have is told where a selector is for cluster DNS %s",
    async (_, labels) => {
      const namespaces = labels === "" ? "{}" : `{matchLabels: ${labels}}`;
      const files = (name: string, added: string): Files => ({
        "kustomization.yaml": `resources: [pods.yaml, np.yaml]\n${added}`,
        "pods.yaml": POD("web", "shop") + POD("traefik", "kube-system"),
        "np.yaml": NP(
          "dns",
          `  egress: [{to: [{namespaceSelector: ${namespaces}, podSelector: {matchLabels: {k8s-app: ${name}}}}]}]`,
          "shop",
        ),
      });
      const told = async (...args: Parameters<typeof files>): Promise<readonly string[]> =>
        (await lint(files(...args), "--only", "peer-selects-no-pods")).map(
          ({ file, message }) => `${file}: ${message}`,
        );
      expect(await told("kube-dns", "commonLabels:\n  made-by: kustomize\n")).toEqual([
        "kustomization.yaml: the kustomization adds `made-by=kustomize` to a selector for pods in namespace `kube-system`, which nobody labels so",
      ]);
      expect(await told("kube-dns", "")).toEqual([]);
      expect(await told("kube-dns", "labels: [{pairs: {made-by: kustomize}}]\n")).toEqual([]);
    },
  );

  describe("what Argo CD brings into several namespaces of one cluster", () => {
    const APP = (name: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd}\nspec: {source: {path: overlays/${name}}, destination: {server: https://kubernetes.default.svc, namespace: ${name}}}\n---\n`;
    const files: Files = {
      "argo.yaml": APP("dev") + APP("prod"),
      "base/kustomization.yaml": "resources: [np.yaml, pods.yaml]\n",
      "base/np.yaml":
        NP("web", "  ingress: [{from: [{namespaceSelector: {matchLabels: {name: ops}}}]}]") +
        NP(
          "web-out",
          "  policyTypes: [Egress]\n  egress: [{to: [{podSelector: {matchLabels: {app: db}}}]}]",
        ) +
        NP("db", "  policyTypes: [Ingress]").replace("app: web", "app: db"),
      "base/pods.yaml": POD("web") + POD("db") + POD("open"),
      "overlays/dev/kustomization.yaml": "resources: [../../base]\nnamespace: dev\n",
      "overlays/prod/kustomization.yaml": "resources: [../../base]\nnamespace: prod\n",
    };

    it.each(["one-sided-flow", "workload-unprotected", "namespace-label-not-automatic"])(
      "is one finding, with the other namespaces: %s",
      async (rule) => {
        const findings = await lint(files, "--only", rule);
        const notes = findings.flatMap((each) => each.notes ?? []);
        const places = findings.flatMap(({ range, related = [] }) => [
          range.start.line,
          ...related.map((each) => each.range.start.line),
        ]);
        expect(findings.length).toBe(new Set(findings.map(({ range }) => range.start.line)).size);
        expect(findings).not.toEqual([]);
        expect(places.length).toBe(new Set(places).size);
        if (rule !== "namespace-label-not-automatic") expect(notes).toContain("the same in namespace `prod`");
      },
    );

    it("is a finding for each where they differ", async () => {
      const differ = {
        ...files,
        "overlays/prod/kustomization.yaml":
          "resources: [../../base]\nnamespace: prod\npatches: [{path: open.yaml}]\n",
        "overlays/prod/open.yaml":
          "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: db}\nspec: {ingress: [{from: [{podSelector: {}}]}]}\n",
      };
      const findings = await lint(differ, "--only", "one-sided-flow");
      expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining("`dev/db`")]);
      expect(findings[0]?.notes?.join()).not.toContain("the same in");
    });
  });

  it("a label that a kustomization adds to selectors may be that of other pods, and tells nothing of whom they are for", async () => {
    const files: Files = {
      "app/pods.yaml": POD("web", "shop") + POD("api", "shop") + POD("db", "shop"),
      "app/kustomization.yaml": "resources: [pods.yaml]\n",
      "other/pods.yaml": POD("other", "shop"),
      "other/kustomization.yaml": "resources: [pods.yaml]\ncommonLabels: {tier: back, made-by: argo}\n",
      "policies/kustomization.yaml": "resources: [np.yaml]\ncommonLabels:\n  tier: back\n  made-by: argo\n",
      "policies/np.yaml": NP(
        "web",
        "  ingress: [{from: [{podSelector: {matchLabels: {app: api}}}, {podSelector: {matchLabels: {k8s-app: none}}}]}]",
        "shop",
      ),
    };
    const only = ["--only", "selects-no-pods,peer-selects-no-pods"];
    const { stdout } = await run(files, "lint", "-o", "json", ...only);
    const { findings } = JSON.parse(stdout) as { findings: { file: string; message: string }[] };
    expect(findings.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      "policies/kustomization.yaml: the kustomization adds `made-by=argo` to 2 selectors of policies, and the pods that these are for don't have it",
    ]);
  });

  it.each<[string, Files, unknown]>([
    [
      "overlays of two apps that have one name go together",
      {
        "a/base/kustomization.yaml": "resources: [p.yaml]\n",
        "a/base/p.yaml": POD("a"),
        "a/o/dev/kustomization.yaml": "resources: [../../base]\nnamespace: a\n",
        "a/o/prod/kustomization.yaml": "resources: [../../base]\nnamespace: a\n",
        "b/base/kustomization.yaml": "resources: [p.yaml]\n",
        "b/base/p.yaml": POD("b"),
        "b/o/dev/kustomization.yaml": "resources: [../../base]\n",
        "b/o/prod/kustomization.yaml": "resources: [../../base]\n",
      },
      [
        ["dev", "kustomization", true],
        ["prod", "kustomization", true],
      ],
    ],
    [
      "folders with other versions of one object are apart, what is beside them is not",
      {
        "k/dev/np.yaml": NP("a", "  policyTypes: [Ingress]", "x"),
        "k/prod/np.yaml": NP("a", "  policyTypes: [Egress]", "x"),
        "k/prod/deep/p.yaml": POD("web", "x"),
        "k/common/p.yaml": POD("api", "x"),
      },
      [
        ["k/common", "rest", true],
        ["k/dev", "clash", true],
        ["k/prod", "clash", true],
      ],
    ],
    [
      "two OpenShift Templates that contradict one another are processed one at a time",
      {
        "k/a.yaml": TEMPLATE("a", "[Ingress]"),
        "k/b.yaml": TEMPLATE("b", "[Egress]"),
        "k/c.yaml": POD("web"),
      },
      [
        ["k", "rest", true],
        ["k/a.yaml", "alternative", true],
        ["k/b.yaml", "alternative", true],
      ],
    ],
    [
      "files beside a test of chainsaw are taken one after another, those below it with the rest",
      {
        "k/chainsaw-test.yaml":
          "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: t}\nspec: {steps: []}\n",
        "k/np.yaml": NP("a", "  policyTypes: [Ingress]", "x"),
        "k/np-changed.yaml": NP("a", "  policyTypes: [Egress]", "x"),
        "k/more/p.yaml": POD("web", "x"),
        "q.yaml": POD("web", "y"),
      },
      [
        [".", "rest", true],
        ["k/np-changed.yaml", "test", true],
        ["k/np.yaml", "test", true],
      ],
    ],
    [
      "so are files beside what kuttl expects",
      {
        "k/00-np.yaml": NP("a", "  policyTypes: [Ingress]", "x"),
        "k/00-assert.yaml": NP("a", "  policyTypes: [Egress]", "x"),
        "l/00-np.yaml": NP("b", "  policyTypes: [Ingress]", "x"),
        "l/assert.yaml": POD("b", "x"),
      },
      [
        ["k/00-assert.yaml", "test", true],
        ["k/00-np.yaml", "test", true],
        ["l", "rest", true],
      ],
    ],
    [
      "another object of chainsaw tells of no test",
      {
        "k/.chainsaw.yaml":
          "apiVersion: chainsaw.kyverno.io/v1alpha2\nkind: Configuration\nmetadata: {name: c}\n",
        "k/np.yaml": NP("a", "  policyTypes: [Ingress]", "x"),
      },
      [["k", "rest", true]],
    ],
    [
      "two OpenShift Templates that agree are one set",
      { "k/a.yaml": TEMPLATE("a", "[Ingress]"), "k/b.yaml": TEMPLATE("b", "[Ingress]") },
      [["k", "rest", true]],
    ],
    [
      "three versions of one object beside one another are files that are applied one at a time",
      {
        "k/np-1.yaml": NP("a", "  policyTypes: [Ingress]", "x"),
        "k/np-2.yaml": NP("a", "  policyTypes: [Egress]", "x"),
        "k/np-3.yaml": NP("a", "  policyTypes: [Ingress, Egress]", "x"),
        "k/other.yaml": NP("b", "  policyTypes: [Ingress]", "x"),
        "k/p.yaml": POD("web", "x"),
        "q.yaml": POD("web", "y"),
      },
      [
        [".", "rest", true],
        ["k/np-1.yaml", "alternative", true],
        ["k/np-2.yaml", "alternative", true],
        ["k/np-3.yaml", "alternative", true],
        ["k/other.yaml", "alternative", true],
      ],
    ],
    [
      "two versions, or three of which two are in one file, may be a slip",
      {
        "a/np-1.yaml": NP("a", "  policyTypes: [Ingress]", "x"),
        "a/np-2.yaml": NP("a", "  policyTypes: [Egress]", "x"),
        "a/np-3.yaml": NP("a", "  policyTypes: [Egress]", "x"),
        "b/np-1.yaml": `${NP("b", "  policyTypes: [Ingress]", "x")}---\n${NP("b", "  policyTypes: [Egress]", "x")}`,
        "b/np-2.yaml": NP("b", "  policyTypes: [Ingress, Egress]", "x"),
        "b/np-3.yaml": NP("c", "  policyTypes: [Ingress]", "x"),
      },
      [[".", "rest", true]],
    ],
    [
      "copies that say the same are no reason",
      { "k/dev/p.yaml": POD("a"), "k/prod/p.yaml": POD("a") },
      [["k", "rest", true]],
    ],
    [
      "kustomizations that contradict nothing are part of the rest",
      {
        "a/kustomization.yaml": "resources: [p.yaml]\n",
        "a/p.yaml": POD("a"),
        "b/kustomization.yaml": "resources: [p.yaml]\n",
        "b/p.yaml": POD("b"),
        "c.yaml": POD("c"),
      },
      [[".", "rest", true]],
    ],
    [
      "a component that nothing uses is no part of anything",
      {
        "c/kustomization.yaml":
          "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [np.yaml]\n",
        "c/np.yaml": NP("a", ""),
        "p.yaml": POD("web"),
      },
      [
        [".", "rest", true],
        ["c", "component", false],
      ],
    ],
    [
      "Flux applies folders, from the folder that no other object applies",
      {
        "clusters/prod/apps.yaml":
          "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec: {path: ./apps, targetNamespace: live}\n",
        "clusters/prod/flux-system/gotk.yaml":
          "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: flux-system, namespace: flux-system}\nspec: {path: ./clusters/prod}\n",
        "clusters/stage/apps.yaml":
          "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec: {path: ./apps/web}\n",
        "apps/web/kustomization.yaml": "resources: [p.yaml]\n",
        "apps/web/p.yaml": POD("web"),
        "apps/np.yaml": NP("a", "  policyTypes: [Ingress]"),
        "README/x.yaml": POD("other"),
      },
      [
        [".", "rest", true],
        ["apps/web", "applied", true],
        ["clusters/prod/flux-system", "applied", true],
      ],
    ],
    [
      "Argo CD applies folders to clusters",
      {
        "argo/a.yaml":
          "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: argocd}\nspec: {source: {path: apps/a}, destination: {server: https://kubernetes.default.svc}}\n",
        "argo/far.yaml":
          "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: far, namespace: argocd}\nspec: {source: {path: apps/far}, destination: {name: west}}\n",
        "argo/set.yaml":
          "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: s, namespace: argocd}\nspec: {generators: [{git: {directories: [{path: teams/*}]}}], template: {spec: {source: {path: '{{path}}'}, destination: {server: https://kubernetes.default.svc}}}}\n",
        "apps/a/p.yaml": POD("a"),
        "apps/a/deep/p.yaml": POD("not-applied"),
        "apps/far/p.yaml": POD("far"),
        "teams/x/p.yaml": POD("x"),
        "teams/y/p.yaml": POD("y"),
      },
      [
        [".", "rest", true],
        ["apps/far (west)", "applied", true],
        ["argo", "applied", true],
      ],
    ],
  ])("%s", async (_what, files, roots) => {
    expect(await rootsOf(files)).toEqual(roots);
  });

  it.each([
    ["images", "images: [web:2], version: v5", false],
    [
      "a namespace and replicas, which are applied",
      "namespace: shop, replicas: [{name: web, count: 3}]",
      false,
    ],
    ["patches", "patches: [{target: {kind: Pod}, patch: '- {op: remove, path: /spec}'}]", true],
    ["labels", "commonLabels: {app: other}", true],
    ["a prefix, which may replace one that is there", "namePrefix: a-", true],
  ])("what an Application of Argo CD changes in its kustomization: %s", async (_what, kustomize, isDoubt) => {
    const files = {
      "argo.yaml": `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: argocd}\nspec: {source: {path: apps/a, kustomize: {${kustomize}}}, destination: {namespace: shop}}\n`,
      "apps/a/kustomization.yaml": "resources: [p.yaml]\n",
      "apps/a/p.yaml":
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: web}]}}}\n",
    };
    const rules = (await lint(files)).map(({ rule }) => rule);
    expect(rules.includes("not-analysed")).toBe(isDoubt);
  });

  describe("the namespace of an Application's destination", () => {
    const application = (name: string, path: string, namespace?: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd}\nspec: {source: {path: ${path}}, destination: {server: https://kubernetes.default.svc${namespace === undefined ? "" : `, namespace: ${namespace}`}}}\n---\n`;
    const rule = "  ingress:\n  - from:\n    - podSelector: {matchLabels: {app: api}}\n";
    const ONLY = ["--only", "selects-no-pods,absent-from-input,duplicate-object"];
    const files = (applications: string, kustomization?: string): Files => ({
      "argo.yaml": applications,
      "apps/np/np.yaml": NP("web", rule),
      "apps/web/p.yaml": POD("web"),
      "elsewhere/p.yaml": POD("other", "default"),
      ...(kustomization === undefined ? {} : { "apps/web/kustomization.yaml": kustomization }),
    });
    const apart = (namespace: string | undefined): string =>
      application("np", "apps/np", "shop") + application("web", "apps/web", namespace);

    it.each([
      ["is that of files without one", files(apart("shop")), []],
      ["and of what a kustomization builds", files(apart("shop"), "resources: [p.yaml]\n"), []],
      ["which may have one of its own", files(apart("other"), "resources: [p.yaml]\nnamespace: shop\n"), []],
      ["two have nothing in common", files(apart("cart")), ["absent-from-input"]],
      ["without one, it is not known to be the same", files(apart(undefined)), ["absent-from-input"]],
    ])("%s", async (_what, tree, rules) => {
      const found = await lint({ ...tree, "apps/np/p.yaml": POD("api") }, ...ONLY);
      expect(found.map((each) => each.rule)).toEqual(rules);
    });

    it("leaves alone what names its own, and one folder may go to two", async () => {
      const tree = {
        "argo.yaml": application("a", "apps", "shop") + application("b", "apps", "cart"),
        "apps/all.yaml": NP("web", rule) + POD("web") + POD("api") + POD("fixed", "fixed"),
      };
      expect(await lint(tree, ...ONLY)).toEqual([]);
    });

    it("is in the command of a finding", async () => {
      const open =
        "  policyTypes: [Egress]\n  egress:\n  - to:\n    - podSelector: {matchLabels: {app: api}}\n";
      const tree = {
        ...files(apart("shop")),
        "apps/np/np.yaml": `${NP("web", open)}apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: deny}\nspec: {podSelector: {}, policyTypes: [Ingress]}\n`,
        "apps/web/p.yaml": POD("web") + POD("api"),
      };
      const [first] = await lint(tree, "--only", "one-sided-flow");
      const command = first?.witness?.command.replace(/^anp /, "").split(" ") ?? [];
      expect(command).toContain("-n");
      const { stdout } = await runAnp(command, { cwd: folderWith(tree) });
      expect(stdout.split(" ")[0]).toBe("DENIED");
    });
  });

  it("a suppression that one set needs is of use, though another does not", async () => {
    const files = {
      ...OVERLAYS,
      "base/np.yaml":
        OVERLAYS["base/np.yaml"]?.replace("colour: red", "colour: red # anp: ignore[unknown-field] later") ??
        "",
    };
    const rules = (await lint(files)).map(({ rule }) => rule);
    expect(rules).not.toContain("unused-suppression");
    expect(rules).not.toContain("unknown-field");
  });

  it("the command of a finding reads the set that it is about", async () => {
    const files = {
      ...OVERLAYS,
      "base/np.yaml":
        NP("web", "  ingress:\n  - from:\n    - podSelector: {matchLabels: {app: api}}") +
        NP("more", "  ingress:\n  - from:\n    - podSelector: {matchLabels: {app: api}}"),
      "overlays/prod/kustomization.yaml": "resources: [../../base]\nnamespace: prod\n",
    };
    const cwd = folderWith(files);
    const { witness } = (await lintIn(cwd)).find((each) => each.witness !== undefined) ?? {};
    expect(witness?.command).toContain(" -f overlays/dev ");
    const [, ...args] = (witness?.command ?? "").split(" ");
    expect((await runAnp(args, { cwd })).code).toBe(0);
  });
});

describe("a command about flows reads one cluster", () => {
  it("a folder with a kustomization stands for what it builds", async () => {
    const cwd = folderWith({ ...OVERLAYS, "overlays/prod/notes/p.yaml": POD("stray", "prod") });
    mkdirSync(`${cwd}/.git`);
    const ask = (overlay: string, from: string): Promise<Run> =>
      runAnp(["explain", "-f", `overlays/${overlay}`, from, `${overlay}/web`], { cwd });
    const base = OVERLAYS["base/np.yaml"] ?? "";
    expect(base).toContain("colour");
    const dev = await ask("dev", "dev/api");
    expect(dev.code).toBe(3);
    expect(dev.stdout).toContain("base/np.yaml:10");
    const prod = await ask("prod", "prod/api");
    expect(prod.stdout).toMatch(/^DENIED/);
    expect(prod.stdout).toContain("overlays/prod/closed.yaml:");
    expect(prod.stderr).toContain("1 file not part of the kustomization in overlays/prod: not read");
    expect((await ask("prod", "prod/stray")).code).toBe(2);
    const inside = await runAnp(["explain", "-f", ".", "prod/api", "prod/web"], {
      cwd: `${cwd}/overlays/prod`,
    });
    expect(inside.stdout).toMatch(/^DENIED/);
    const map = await runAnp(["matrix", "-f", "overlays/prod", "-o", "csv"], { cwd });
    expect(map.stdout).toContain("prod/pod/web");
  });

  it.each(["kustomization.yaml", "kustomization.yml", "Kustomization"])(
    "%s counts in its folder",
    async (name) => {
      const cwd = folderWith({
        [`app/${name}`]: "resources: [a.yaml]\nnamespace: mesh\n",
        "app/a.yaml": POD("web"),
      });
      const { stdout } = await runAnp(["explain", "-f", ".", "web", "1.1.1.1", "-n", "mesh"], { cwd });
      expect(stdout).toMatch(/^ALLOWED +mesh\/web/);
    },
  );

  it("sets that cannot be in one cluster are named, with how to pick one", async () => {
    const files = {
      ...OVERLAYS,
      "overlays/dev/kustomization.yaml": "resources: [../../base]\nnamespace: prod\n",
    };
    for (const args of [
      ["explain", "-f", ".", "prod/api", "prod/web"],
      ["matrix", "-f", "."],
    ]) {
      const { code, stderr } = await run(files, ...args);
      expect(code).toBe(2);
      expect(stderr).toContain(
        "2 sets of manifests that can't be in one cluster: overlays/dev and overlays/prod",
      );
      expect(stderr).toContain("NetworkPolicy prod/web differs between overlays/prod and overlays/dev");
      expect(stderr).toContain("-f overlays/prod");
    }
    expect((await run(files, "diff", "overlays/dev", "overlays/prod", "-o", "json")).stdout).toContain(
      "prod/pod/api",
    );
  });

  it("suggestions are not made for what is built", async () => {
    const { code, stderr } = await run(OVERLAYS, "explain", "-f", "base", "api", "web", "--suggest");
    expect(code).toBe(2);
    expect(stderr).toContain("--suggest can't edit what a kustomization builds: base/kustomization.yaml");
  });

  it("a git revision is built with its own bases", async () => {
    const cwd = folderWith({ ...OVERLAYS, "base/np.yaml": NP("web", "  ingress: [{}]") });
    const git = (...args: string[]): unknown =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "x");
    execFileSync("sed", ["-i", "s/ingress: \\[{}\\]/ingress: []/", "base/np.yaml"], { cwd });
    const env = { PATH: process.env["PATH"] ?? "" };
    const { stdout } = await runAnp(["diff", "--git", "HEAD", "-f", "overlays/dev"], { cwd, env });
    expect(stdout).toContain("dev/pod/web");
    expect(stdout).toContain("HEAD:base/np.yaml:");
  });
});

describe("what a kustomization names is read within bounds", () => {
  const OUTER: Files = {
    "out/kustomization.yaml": "resources: [p.yaml]\n",
    "out/p.yaml": POD("secret"),
    "in/o/kustomization.yaml": "resources: [../../out]\n",
    "in/o/x.yaml": POD("x"),
  };

  it("nothing outside of the work tree", async () => {
    const cwd = folderWith(OUTER);
    mkdirSync(`${cwd}/in/.git`);
    const findings = await runAnp(["lint", "o"], { cwd: `${cwd}/in` });
    expect(findings.code).toBe(3);
    expect(findings.stdout).toContain("`../../out`, which is outside the files that may be read");
    expect(findings.stdout + findings.stderr).not.toContain("secret");
    mkdirSync(`${cwd}/.git`);
    execFileSync("rm", ["-r", `${cwd}/in/.git`]);
    expect((await runAnp(["lint", "o"], { cwd: `${cwd}/in` })).code).toBe(0);
  });

  it("nothing through a link, of git's own, or that is left out", async () => {
    const cwd = folderWith({
      ...OUTER,
      ".git/p.yaml": POD("own"),
      "in/n/kustomization.yaml": "resources: [../../.git/p.yaml]\n",
    });
    symlinkSync(`${cwd}/out`, `${cwd}/in/link`);
    const doubt = async (text: string, ...args: string[]): Promise<string> => {
      execFileSync("sh", ["-c", `printf '${text}' > ${cwd}/in/o/kustomization.yaml`]);
      return (await runAnp(["lint", "in/o", ...args], { cwd })).stdout.replaceAll(/\s+/g, " ");
    };
    expect(await doubt("resources: [../link/p.yaml]")).toContain("../link/p.yaml`, which can't be read");
    expect(await doubt("resources: [../../.git/p.yaml]")).toContain("which is outside the files");
    expect(await doubt("resources: [../../out/p.yaml]", "--exclude", "out/**")).toContain("which is outside");
    expect(await doubt("resources: [../../out/p.yaml]")).toContain("2 files, 2 objects: 2 Pod");
  });

  it("cycles, fan-out, depth and patches of any size end", async () => {
    const cycle = {
      "a/kustomization.yaml": "resources: [../b]\n",
      "b/kustomization.yaml": "resources: [../a]\n",
    };
    expect((await run(cycle, "lint")).stdout).toContain("needs itself");
    // Each level doubles what is below it: 2^25 objects.
    const fan: Record<string, string> = {
      "l0/kustomization.yaml": "resources: [p.yaml]\n",
      "l0/p.yaml": POD("p"),
    };
    for (let level = 1; level <= 25; level++)
      for (const side of ["a", "b"]) {
        const below = level === 1 ? "../l0" : "";
        fan[`l${level}${side}/kustomization.yaml`] =
          `namePrefix: ${side}${level}-\nresources: [${below === "" ? `../l${level - 1}` : below}]\n`;
        fan[`l${level}/kustomization.yaml`] = `resources: [../l${level}a, ../l${level}b]\n`;
      }
    const wide = await run(fan, "lint", "-o", "compact");
    expect(wide.code).toBe(3);
    expect(wide.stdout).toContain("not-analysed");
    const deep: Record<string, string> = {
      "d0/kustomization.yaml": "resources: [p.yaml]\n",
      "d0/p.yaml": POD("p"),
    };
    for (let level = 1; level <= 200; level++)
      deep[`d${level}/kustomization.yaml`] = `resources: [../d${level - 1}]\n`;
    expect((await run(deep, "lint")).code).toBe(3);
    const steps = "- {op: add, path: /metadata/labels/a, value: b}\n".repeat(50_000);
    const many = {
      "k/kustomization.yaml": "resources: [p.yaml]\npatches: [{target: {kind: Pod}, path: big.yaml}]\n",
      "k/p.yaml": Array.from({ length: 1000 }, (_, i) => POD(`p${i}`)).join(""),
      "k/big.yaml": steps,
    };
    expect((await run(many, "lint")).code).toBe(3);
  }, 60_000);
});

describe("what stands beside a set exists", () => {
  const PEER = (selector: string): string =>
    NP("web", `  ingress:\n  - from:\n    - ${selector}`, "shop") + POD("web", "shop");
  const NAMESPACE = (name: string, labels: string): string =>
    `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}, labels: {${labels}}}\n---\n`;
  const SHOP = NAMESPACE("shop", "a: b");
  const ABSENCES = new Set(["absent-from-input", "namespace-label-not-automatic"]);
  /** Two sets: each is a kustomization with a Namespace `shop` of its own. */
  const sets = (mine: string, other: string): Files => ({
    "a/kustomization.yaml": "resources: [all.yaml]\n",
    "a/all.yaml": SHOP + mine,
    "b/kustomization.yaml": "resources: [all.yaml]\n",
    "b/all.yaml": NAMESPACE("shop", "a: c") + other,
  });
  const absent = async (files: Files): Promise<string[]> =>
    (await lint(files, "--rule", "absent-from-input=info"))
      .map(({ rule }) => rule)
      .filter((rule) => ABSENCES.has(rule));

  it.each([
    [
      "a namespace",
      PEER("namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: mesh}}"),
      NAMESPACE("mesh", "c: d"),
      ["absent-from-input"],
    ],
    [
      "pods, wherever they are",
      PEER("podSelector: {matchLabels: {app: tracer}}"),
      POD("tracer", "mesh"),
      ["absent-from-input"],
    ],
    [
      "a label of a namespace",
      PEER("namespaceSelector: {matchLabels: {name: mesh}}"),
      NAMESPACE("mesh", "name: mesh"),
      ["namespace-label-not-automatic"],
    ],
  ])("%s", async (_name, mine, other, otherwise) => {
    expect(await absent(sets(mine, other))).toEqual([]);
    expect(await absent(sets(mine, ""))).toEqual(otherwise);
  });

  it("another label of the same key says nothing", async () => {
    const mine = PEER("namespaceSelector: {matchLabels: {name: mesh}}");
    expect(await absent(sets(mine, NAMESPACE("bus", "name: bus")))).toEqual([
      "namespace-label-not-automatic",
    ]);
  });
});

describe("what keeps several files from being read is one finding", () => {
  const ALL = POD("web") + NP("web", "  ingress: []");
  it("a base that lacks a file, whatever is built on it", async () => {
    const files: Files = {
      "base/kustomization.yaml": "resources: [all.yaml, secret.yaml]\n",
      "base/all.yaml": ALL,
      "dev/kustomization.yaml": "resources: [../base]\nnamespace: dev\n",
      "prod/kustomization.yaml": "resources: [../base]\nnamespace: prod\n",
      "test/kustomization.yaml": "resources: [../base, https://example.com/a.yaml]\n",
    };
    const { stdout, stderr, code } = await run(files, "lint");
    expect(code).toBe(3);
    expect(stderr).toContain("exit 3: 3 parts of the input were not read");
    const text = stdout.replaceAll(/\n +/g, " ");
    expect(text).toContain(
      "error[not-analysed]: 3 kustomizations are not rendered: what they apply was not read",
    );
    expect(text).toContain("= also: prod/kustomization.yaml:1:13 and test/kustomization.yaml:1:13");
    expect(text).toContain("base/kustomization.yaml needs `secret.yaml`, which doesn't exist");
    expect(text).toContain(
      "= help: add what is missing; if it is made somewhere else, render it there: `kubectl kustomize dev",
    );
    const [found, ...more] = await lint(files, "--only", "not-analysed");
    expect(more).toEqual([]);
    expect(found?.roots).toEqual(["dev", "prod", "test"]);
  });

  it.each([
    [
      "a misspelt file",
      "[alll.yaml]",
      "1:13 dev/kustomization.yaml needs `alll.yaml`, which doesn't exist: did you mean `all.yaml`?",
    ],
    [
      "a misspelt folder",
      "[../bsae]",
      "1:13 dev/kustomization.yaml needs `../bsae`, which doesn't exist: did you mean `../base`?",
    ],
    [
      "a misspelt folder of a file",
      "[all.yaml, ../bsae/all.yaml]",
      "1:23 dev/kustomization.yaml needs `../bsae/all.yaml`, which doesn't exist: did you mean `../base/all.yaml`?",
    ],
    [
      "a file like one that is named beside it",
      "[all.yaml, al.yaml]",
      "1:23 dev/kustomization.yaml needs `al.yaml`, which doesn't exist\n",
    ],
    [
      "a file that is nowhere",
      "[secret.yaml]",
      "1:13 dev/kustomization.yaml needs `secret.yaml`, which doesn't exist\n",
    ],
    ["a file that is not in the like folder", "[../bsae/gone.yaml]", "which doesn't exist\n"],
    [
      "a folder of files",
      "[../plain]",
      "1:13 dev/kustomization.yaml needs `../plain`, which is not a folder with a kustomization\n",
    ],
    [
      "an object twice",
      "[all.yaml, ../plain/all.yaml]",
      "1:23 dev/kustomization.yaml adds `Pod web` twice\n",
    ],
    [
      "two kustomizations",
      "[../two]",
      "two/kustomization.yaml stands beside `two/Kustomization`: a folder has one kustomization\n",
    ],
  ])("with %s", async (_, resources, expected) => {
    const files: Files = {
      "dev/kustomization.yaml": `resources: ${resources}\n`,
      "dev/all.yaml": POD("web"),
      "base/kustomization.yaml": "resources: [all.yaml]\n",
      "base/all.yaml": POD("api"),
      "plain/all.yaml": POD("web"),
      "two/kustomization.yaml": "resources: []\n",
      "two/Kustomization": "resources: []\n",
    };
    const found = await lint(files, "--only", "not-analysed");
    const told = found.flatMap(({ range: { start }, notes = [] }) =>
      notes.map((note) => `${start.line}:${start.column} ${note}\n`),
    );
    expect(told.join("")).toContain(expected);
  });

  it("charts and templates that write the same, and links", async () => {
    const root = folderWith({
      "a/Chart.yaml": "name: a\n",
      "a/templates/np.yaml": NP("web", "  ingress: []"),
      "b/Chart.yaml": "name: b\n",
      "b/templates/net.yaml": NP("{{ .Release.Name }}", "  ingress: []"),
      "x.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: {{ .x }}}\n",
      "y.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: {{ .y }}}\n",
      "z.yaml": ALL,
    });
    symlinkSync("z.yaml", `${root}/l.yaml`);
    symlinkSync("z.yaml", `${root}/k.yaml`);
    const { stdout } = await runAnp(["lint", "--only", "not-analysed"], { cwd: root });
    const text = stdout.replaceAll(/\n +/g, " ");
    expect(text.match(/error\[not-analysed\]: [^╭]*/g)?.map((each) => each.trim())).toEqual([
      "error[not-analysed]: the templates of 2 charts are not manifests",
      "error[not-analysed]: 2 symbolic links were not followed",
      "error[not-analysed]: 2 templates are not manifests",
    ]);
    expect(text).toContain("each may contain a policy: a/templates/np.yaml writes a `NetworkPolicy`");
  });
});

describe("roots of a config", () => {
  /** The same Service twice, and differently, in folders that nothing tells apart before. */
  const TREE: Files = {
    "a/np.yaml": NP("one", "  ingress: [{from: [{podSelector: {matchLabels: {app: api}}}]}]", "x"),
    "a/pods.yaml": POD("web", "x"),
    "a/deep/p.yaml": POD("deep", "x"),
    "b/pods.yaml": POD("api", "x"),
    "c/np.yaml": NP("two", "  ingress: []", "x"),
  };

  it("are sets of their own, also several folders as one; what is left is cut as before", async () => {
    expect(await rootsOf(TREE)).toEqual([[".", "rest", true]]);
    expect(await rootsOf({ ...TREE, "anp.yaml": "roots: [a, [b, ./c/]]\n" })).toEqual([
      ["a", "configured", true],
      ["b, c", "configured", true],
    ]);
    expect(await rootsOf({ ...TREE, "anp.yaml": "roots: [[c, b]]\n" })).toEqual([
      [".", "rest", true],
      ["c, b", "configured", true],
    ]);
  });

  it("are everything where there is only one", async () => {
    const cwd = folderWith({ "a.yaml": TREE["a/pods.yaml"] ?? "" });
    const { stdout } = await runAnp(["lint", "--roots"], { cwd });
    expect(stdout).toMatch(/^1 set of manifests, linted as one cluster:\n\n\.\n {2}everything\n/);
  });

  it("of which one is in another count from the inside", async () => {
    const cwd = folderWith({ ...TREE, "anp.yaml": "roots: [a, a/deep]\n" });
    const { stdout } = await runAnp(["lint", "--roots", "-o", "json"], { cwd });
    const { roots } = JSON.parse(stdout) as { roots: { name: string; why: string; objects: unknown }[] };
    expect(schemaOf("roots")(JSON.parse(stdout))).toEqual([]);
    expect(roots.map(({ name, why, objects }) => [name, why, objects])).toEqual([
      [".", "everything else", { NetworkPolicy: 1, Pod: 1 }],
      ["a", "named by the config", { NetworkPolicy: 1, Pod: 1 }],
      ["a/deep", "named by the config", { Pod: 1 }],
    ]);
  });

  it("decide what is compared", async () => {
    const differing = { "d/np.yaml": NP("one", "  ingress: []", "x") };
    const copies = async (config: string): Promise<number> =>
      (await lint({ ...TREE, ...differing, "anp.yaml": config }, "--only", "duplicate-object")).length;
    expect(await copies("roots: []\n")).toBe(0);
    expect(await copies("roots: [[a, d]]\n")).toBe(1);
  });

  it("stand for their kustomization, whatever uses it", async () => {
    const files = { ...OVERLAYS, "anp.yaml": "roots: [overlays/prod, base]\n" };
    expect(await rootsOf(files)).toEqual([
      [".", "rest", true],
      ["base", "configured", true],
      ["overlays/prod", "configured", true],
    ]);
  });

  it("have the charts in them, and keep other sets from being incomplete", async () => {
    const chart = {
      "a/chart/Chart.yaml": "name: c\n",
      "a/chart/templates/a.yaml": "kind: {{ .Values.kind }}\napiVersion: v1\n",
    };
    const found = await lint({ ...TREE, ...chart, "anp.yaml": "roots: [a]\n" });
    expect(found.filter(({ rule }) => rule === "not-analysed").map(({ roots }) => roots)).toEqual([["a"]]);
  });

  it.each([
    ["a folder that is not there", "roots: [gone]\n", "root gone is not there"],
    ["a path that leads out", "roots: [../a]\n", "leaves the config's folder"],
    ["a pattern", "roots: [[a, b*]]\n", "is a pattern: name folders"],
    ["a mapping", "roots: [{ path: a }]\n", "expected a path, or a list of paths"],
  ])("refuse %s", async (_what, config, message) => {
    const { code, stderr } = await runAnp(["lint"], { cwd: folderWith({ ...TREE, "anp.yaml": config }) });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it("refuse a link", async () => {
    const cwd = folderWith({ ...TREE, "anp.yaml": "roots: [linked]\n" });
    symlinkSync("a", `${cwd}/linked`);
    expect((await runAnp(["lint"], { cwd })).stderr).toContain(
      "root linked is reached through a symbolic link",
    );
  });

  it("are described by the schema of the config", () => {
    const valid = schemaOf("config");
    expect(valid({ roots: ["a", ["b", "c/d"]] })).toEqual([]);
    for (const wrong of ["../a", "/a", "a*", ["../b"], { path: "a" }, 3])
      expect(valid({ roots: [wrong] })).not.toEqual([]);
  });
});
