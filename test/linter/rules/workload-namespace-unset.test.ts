import { describe, expect, it } from "vitest";
import { lint } from "../../../src/linter/lint/lint.js";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS, underlined } from "../../support/api-object.js";
import type { Diagnostic } from "../../../src/cluster/problems/diagnostic.js";

type Files = Readonly<Record<string, string>>;

const deployment = (name: string, namespace = "", app = name): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}${namespace === "" ? "" : `, namespace: ${namespace}`} }
spec:
  selector: { matchLabels: { app: ${app} } }
  template:
    metadata: { labels: { app: ${app} } }
    spec: { containers: [{ name: main, image: main }] }
`;
const policy = (name: string, subject = `{ matchLabels: { app: ${name} } }`, namespace = "shop"): string =>
  `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}${namespace === "" ? "" : `, namespace: ${namespace}`} }
spec: { podSelector: ${subject}, policyTypes: [Ingress] }
`;
const join = (...documents: readonly string[]): string => documents.join("---\n");

async function found(files: Files, namespace?: string): Promise<readonly Diagnostic[]> {
  const inputs = Object.entries(files).map(
    ([name, text]) => ({ type: "file", file: { name, text }, isNamed: true }) as const,
  );
  const options = namespace === undefined ? READ_OPTIONS : { ...READ_OPTIONS, namespace };
  const loaded = await load(inputs, options);
  return lint(loaded).diagnostics.filter(({ rule }) => rule === "workload-namespace-unset");
}

const WEB = deployment("web");

describe("workload-namespace-unset", () => {
  it.each<readonly [string, Files, string]>([
    ["in one file", { "a.yaml": join(WEB, policy("web")) }, "`web` names no namespace"],
    ["in one folder", { "k8s/web.yaml": WEB, "k8s/policy.yaml": policy("web") }, "`web` names no namespace"],
    [
      "two of them, told together",
      { "a.yaml": join(WEB, deployment("db"), policy("web"), policy("db")) },
      "`db` and `web` name no namespace",
    ],
    [
      "an empty namespace",
      { "a.yaml": join(deployment("web", '""'), policy("web")) },
      "`web` names no namespace",
    ],
    [
      "beside a default-deny of that namespace",
      { "a.yaml": join(WEB, policy("web"), policy("deny", "{}")) },
      "`web` names no namespace",
    ],
  ])("finds workloads %s", async (_, files, message) => {
    const [only, ...more] = await found(files);
    expect(more).toEqual([]);
    expect(only?.wording.message).toBe(
      `${message}, and policies for ${message.includes("and") ? "them" : "it"} are in \`shop\``,
    );
    expect(only && underlined(only.problem.at)).toBe(message.includes("db") ? "db" : "web");
  });

  it.each<readonly [string, Files]>([
    ["policies of another folder", { "a/web.yaml": WEB, "b/policy.yaml": policy("web") }],
    [
      "policies that select pods of their namespace too",
      { "a.yaml": join(WEB, deployment("web-2", "shop", "web"), policy("web")) },
    ],
    ["policies for every pod", { "a.yaml": join(WEB, policy("deny", "{}")) }],
    ["policies for other pods", { "a.yaml": join(WEB, policy("db")) }],
    ["policies without a namespace", { "a.yaml": join(WEB, policy("web", undefined, "")) }],
    ["policies of the default namespace", { "a.yaml": join(WEB, policy("web", undefined, "default")) }],
    ["workloads that say `default`", { "a.yaml": join(deployment("web", "default"), policy("web")) }],
    ["policies of two namespaces", { "a.yaml": join(WEB, policy("web"), policy("web", undefined, "lab")) }],
    ["what a chart renders", { "c/a.yaml (rendered by helm template c)": join(WEB, policy("web")) }],
  ])("is silent about %s", async (_, files) => {
    expect(await found(files)).toEqual([]);
  });

  it("is silent where the user names a namespace", async () => {
    const files = { "a.yaml": join(WEB, policy("web")) };
    expect(await found(files, "shop")).toEqual([]);
    expect(await found(files, "lab")).toEqual([]);
  });
});
