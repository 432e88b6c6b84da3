import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";

/** One base in which everything may leave, and a production overlay in which nothing may. */
const OVERLAYS = {
  "base/kustomization.yaml": "resources: [web.yaml]\nnamespace: shop\n",
  "base/web.yaml": `apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec: { containers: [{ name: main, image: "registry.example/web:1" }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: all }
spec: { podSelector: {}, policyTypes: [Egress], egress: [{}] }
`,
  "overlays/dev/kustomization.yaml": "resources: [../../base]\n",
  "overlays/prod/kustomization.yaml": "resources: [../../base]\npatches: [{ path: closed.yaml }]\n",
  "overlays/prod/closed.yaml":
    "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: all }\nspec: { egress: [] }\n",
};

const PORT = ["--to", "metadata", "--from", "ns/shop", "--port", "80"];

function audit(files: Readonly<Record<string, string>>, ...args: string[]): Promise<Run> {
  return runAnp(["audit", "egress", ...args], { cwd: folderWith(files) });
}

interface Report {
  readonly classes?: unknown;
  readonly sets: readonly {
    readonly set: string;
    readonly incomplete: boolean;
    readonly classes: readonly {
      readonly groups: readonly {
        readonly status: string;
        readonly witnesses: readonly { readonly command: string }[];
      }[];
    }[];
  }[];
}

describe("sets of manifests that can't be in one cluster are audited one by one", () => {
  it("in JSON, each with its name", async () => {
    const { stdout, code } = await audit(OVERLAYS, "-f", ".", ...PORT, "-o", "json");
    const report = JSON.parse(stdout) as Report;
    expect(schemaOf("audit")(report)).toEqual([]);
    expect(report.classes).toBeUndefined();
    expect(
      report.sets.map(({ set, classes }) => [
        set,
        classes.flatMap(({ groups }) => groups.map((each) => each.status)),
      ]),
    ).toEqual([
      ["overlays/dev", ["reachable"]],
      ["overlays/prod", ["overridable"]],
    ]);
    // What is shown can be asked about again: of that set.
    const [dev] = report.sets;
    expect(dev?.classes[0]?.groups[0]?.witnesses[0]?.command).toContain("-f overlays/dev ");
    expect(code).toBe(1);
  });

  it("in text, with a heading for each, and which of them fails the run", async () => {
    const { stdout, stderr, code } = await audit(OVERLAYS, "-f", ".", ...PORT);
    const lines = stdout.split("\n");
    expect(lines[0]).toBe("2 sets of manifests, each by itself");
    const [dev, prod] = [lines.indexOf("set overlays/dev"), lines.indexOf("set overlays/prod")];
    expect(dev).toBeGreaterThan(0);
    expect(prod).toBeGreaterThan(dev);
    expect(lines.slice(dev, prod).join("\n")).toContain("metadata: reachable for shop/pod/web");
    expect(lines.slice(prod).join("\n")).not.toContain("metadata: reachable");
    // What is true of every audit is said once.
    expect(stdout.split("not checked:")).toHaveLength(2);
    expect(stderr).toContain("exit 1: metadata reachable in overlays/dev");
    expect(code).toBe(1);
  });

  it.each([
    ["md", "### `overlays/prod`"],
    ["csv", "set,class,endpoint,status"],
    ["csv", "overlays/prod,metadata,shop/pod/web,overridable"],
    ["github", "in overlays/dev:"],
    ["sarif", "in overlays/prod: metadata: "],
  ])("in %s: %s", async (format, expected) => {
    const { stdout } = await audit(OVERLAYS, "-f", ".", ...PORT, "-o", format);
    expect(stdout).toContain(expected);
  });

  it("one of them that is named is one cluster", async () => {
    const { stdout } = await audit(OVERLAYS, "-f", "overlays/prod", ...PORT, "-o", "json");
    const report = JSON.parse(stdout) as Partial<Report>;
    expect(schemaOf("audit")(report)).toEqual([]);
    expect(report.sets).toBeUndefined();
  });

  it("what one of them doesn't have is not left out of it: a gate would be green", async () => {
    const files = {
      ...OVERLAYS,
      "overlays/dev/kustomization.yaml": "resources: [../../base, more.yaml]\n",
      "overlays/dev/more.yaml":
        'apiVersion: v1\nkind: Pod\nmetadata: { name: probe, namespace: shop }\nspec: { containers: [{ name: main, image: "registry.example/probe:1" }] }\n',
    };
    const { stderr, code } = await audit(files, "-f", ".", "--to", "metadata", "--from", "shop/probe");
    expect(stderr).toContain("in overlays/prod: ");
    expect(stderr).toContain("or name one set with -f");
    expect(code).toBe(2);
  });

  it("what a server refuses of one keeps the whole from being trusted", async () => {
    const files = {
      ...OVERLAYS,
      "overlays/dev/kustomization.yaml": "resources: [../../base, refused.yaml]\n",
      "overlays/dev/refused.yaml":
        "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: other, namespace: shop }\nspec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: everywhere } }] }] }\n",
    };
    const { stdout, code } = await audit(
      files,
      "-f",
      ".",
      "--to",
      "metadata",
      "--fail-on",
      "never",
      "-o",
      "json",
    );
    const report = JSON.parse(stdout) as Report & { readonly incomplete: boolean };
    expect(report.incomplete).toBe(true);
    expect(report.sets.map(({ set, incomplete }) => [set, incomplete])).toEqual([
      ["overlays/dev", true],
      ["overlays/prod", false],
    ]);
    expect(code).toBe(3);
  });

  it("examples of a set of many files are short for people, and whole in JSON", async () => {
    const many = Array.from({ length: 12 }, (_, i) => [
      `some/rather/long/path/to/part-${i}/more.yaml`,
      `apiVersion: v1\nkind: Pod\nmetadata: { name: more-${i}, namespace: more }\nspec: { containers: [{ name: main, image: "registry.example/more:1" }] }\n`,
    ]);
    const beside = Object.fromEntries(
      many.flatMap(([path = "", text = ""]) => [
        [path, text],
        // What is beside it and of no set keeps the folder from standing for its file.
        [path.replace("more.yaml", "kustomization.yaml"), "resources: []\n"],
      ]),
    ) as Readonly<Record<string, string>>;
    const files = { ...OVERLAYS, ...beside };
    const asked = ["-f", ".", "--to", "metadata", "--fail-on", "never"];
    const { stdout } = await audit(files, ...asked);
    expect(stdout).toContain("anp explain -f … more/pod/more-0");
    expect(stdout).toContain("stands for the many paths of this set");
    expect((await audit(files, ...asked, "-o", "md")).stdout).toContain("anp explain -f … more/pod/more-0");
    expect((await audit(files, ...asked, "-o", "json")).stdout).not.toContain("-f …");
  });

  it("the policies that close all of them are suggested once, with what they come to in each", async () => {
    const { stdout, code } = await audit(OVERLAYS, "-f", ".", "--to", "metadata", "--suggest");
    const [comment = "", manifest = ""] = stdout.split(/^---$/m);
    expect(comment.match(/^# In overlays\/(?:dev|prod):$/gm)).toEqual([
      "# In overlays/dev:",
      "# In overlays/prod:",
    ]);
    expect(comment.match(/Proved: metadata is blocked/g)).toHaveLength(2);
    expect(stdout.match(/^kind: /gm)).toHaveLength(1);
    expect(code).toBe(0);
    // Either set is closed by it.
    const closed = { ...OVERLAYS, "overlays/dev/close.yaml": manifest };
    const dev = { "overlays/dev/kustomization.yaml": "resources: [../../base, close.yaml]\n" };
    const asked = ["--to", "metadata", "--fail-on", "overridable"];
    expect((await audit({ ...closed, ...dev }, "-f", "overlays/dev", ...asked)).code).toBe(0);
  });

  it("sets that need different policies are told apart, and one has to be named", async () => {
    const first = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: first }
spec: { tier: Admin, priority: 7, subject: { namespaces: {} }, egress: [{ action: Accept, to: [{ namespaces: {} }] }] }
`;
    const files = {
      ...OVERLAYS,
      "overlays/prod/first.yaml": first,
      "overlays/prod/kustomization.yaml":
        "resources: [../../base, first.yaml]\npatches: [{ path: closed.yaml }]\n",
    };
    const asked = ["--to", "metadata", "--suggest"];
    const { stdout, stderr, code } = await audit(files, "-f", ".", ...asked);
    expect(stderr).toContain("need different policies: overlays/dev; overlays/prod");
    expect(stderr).toContain("name one of them with -f");
    expect([stdout, code]).toEqual(["", 2]);
    expect((await audit(files, "-f", "overlays/prod", ...asked)).code).toBe(0);
  });

  it("a policy that they share and that is refused is counted once", async () => {
    const bad =
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: bad }\nspec: { podSelector: {}, policyTypes: [Egres] }\n";
    const files = {
      ...OVERLAYS,
      "base/bad.yaml": bad,
      "base/kustomization.yaml": "resources: [web.yaml, bad.yaml]\nnamespace: shop\n",
    };
    const { stderr, code } = await audit(files, "-f", ".", "--to", "metadata", "--fail-on", "never");
    expect(stderr).toContain("exit 3: 1 policy is refused by the API server");
    expect(code).toBe(3);
  });
});
