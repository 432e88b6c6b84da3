import { describe, expect, it } from "vitest";
import { execFile } from "node:child_process";
import { folderWith } from "../support/folder.js";
import { join } from "node:path";
import { promisify } from "node:util";
import { read, readingOptions } from "../support/live.js";
import { runAnp, type Run } from "../support/run-anp.js";

/** A context of the kubeconfig whose cluster is read, never changed. docs/testing.md shows how to make one. */
const CONTEXT = process.env["ANP_TEST_CONTEXT"] ?? "";

const ENV = Object.fromEntries(
  Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
);

interface Pod {
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly spec: { readonly hostNetwork?: boolean };
  readonly status: { readonly phase?: string; readonly podIP?: string };
}

async function kubectl(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("kubectl", [`--context=${CONTEXT}`, ...args], {
    maxBuffer: 1e9,
  });
  return stdout;
}

function anp(...argv: readonly string[]): Promise<Run> {
  return runAnp(argv, { env: ENV, cwd: folderWith({}) });
}

/** Two pods that run and have addresses of their own. */
async function twoPods(): Promise<readonly [string, string]> {
  const { items } = JSON.parse(await kubectl("get", "pods", "-A", "-o", "json")) as { items: readonly Pod[] };
  const names = items
    .filter(
      ({ spec, status }) =>
        spec.hostNetwork !== true && status.phase === "Running" && status.podIP !== undefined,
    )
    .map(({ metadata }) => `${metadata.namespace}/pod/${metadata.name}`);
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined || first === last)
    throw new Error("the cluster has no two pods that run");
  return [first, last];
}

describe.skipIf(CONTEXT === "")(`the cluster of context ${CONTEXT}`, () => {
  it.each([
    ["namespaces", "Namespace"],
    ["nodes", "Node"],
    ["services", "Service"],
    ["networkpolicies", "NetworkPolicy"],
  ])("shows the same %s as kubectl", async (plural, kind) => {
    const columns = "custom-columns=NS:.metadata.namespace,NAME:.metadata.name";
    const text = await kubectl("get", plural, "-A", "--no-headers", "-o", columns);
    const listed = text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => line.trim().split(/\s+/))
      .map(([namespace = "", name = ""]) => (namespace === "<none>" ? name : `${namespace}/${name}`));
    const { names, facts } = await read({
      ...readingOptions(ENV["KUBECONFIG"] ?? "", { env: ENV }),
      context: CONTEXT,
    });
    expect((names[kind] ?? []).toSorted()).toEqual(listed.toSorted());
    expect(facts).toMatchObject({
      knowsEveryPod: true,
      forbidden: [],
      serverVersion: [1, expect.any(Number)],
    });
  });

  it("explains a flow between two of its pods, with a snapshot of it as without", async () => {
    const question = ["explain", ...(await twoPods()), "--port", "443", "-o", "json"];
    const live = await anp(...question, "--context", CONTEXT);
    const file = join(folderWith({}), "cluster.json.gz");
    const snapshot = await anp("snapshot", "--context", CONTEXT, "--file", file);
    expect([snapshot.code, snapshot.stderr]).toEqual([0, expect.any(String)]);
    const saved = await anp(...question, "--snapshot", file);
    const verdicts = ({ stdout }: Run): unknown =>
      (JSON.parse(stdout) as { results: readonly { verdict: string; flow: unknown }[] }).results.map(
        ({ verdict, flow }) => ({ verdict, flow }),
      );
    expect(verdicts(live)).not.toEqual([]);
    expect(verdicts(saved)).toEqual(verdicts(live));
  });

  it("is linted and mapped", async () => {
    const lint = await anp("lint", "--context", CONTEXT, "-o", "json");
    expect([0, 1]).toContain(lint.code);
    const matrix = await anp("matrix", "--context", CONTEXT, "-o", "json");
    expect(matrix.code).toBe(0);
  });
});
