import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { readFileSync } from "node:fs";
import { runAnp } from "../../support/run-anp.js";

const clusterOf = (story: string): string => readFileSync(`fixtures/egress/${story}/cluster.yaml`, "utf8");

/** The policies that are suggested. */
async function suggested(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string> {
  const cwd = folderWith(files);
  const run = await runAnp(["audit", "egress", "-f", ".", "--suggest", ...args], { cwd });
  expect(run).toMatchObject({ code: 0 });
  return run.stdout;
}

/** `metadata shop/deployment/web: blocked`, of each group. */
async function statuses(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string[]> {
  const { stdout } = await runAnp(["audit", "egress", "-f", ".", "-o", "json", ...args], {
    cwd: folderWith(files),
  });
  const { classes } = JSON.parse(stdout) as {
    classes: { class: string; groups: { endpoints: string[]; status: string }[] }[];
  };
  return classes.flatMap((each) =>
    each.groups.map(({ endpoints, status }) => `${each.class} ${endpoints.length}: ${status}`),
  );
}

describe("what is suggested closes what is asked", () => {
  it.each(["metadata", "nodes", "internet", "private", "link-local", "dns", "198.51.100.0/24"])(
    "%s, as an audit of the files with the suggestion says too, and lint has no error in it",
    async (name) => {
      const files = { "cluster.yaml": clusterOf("nodes") };
      for (const kind of ["ClusterNetworkPolicy", "AdminNetworkPolicy"]) {
        const text = await suggested(files, "--to", name, "--to-kind", kind);
        const both = { ...files, "close.yaml": text };
        const found = await statuses(both, "--to", name);
        expect(found.filter((each) => !each.endsWith(": blocked"))).toEqual([]);
        expect(found.length).toBeGreaterThan(0);
        const lint = await runAnp(["lint", "close.yaml", "-o", "compact"], { cwd: folderWith(both) });
        expect(lint.stdout).not.toContain("error[");
      }
    },
  );

  it("leaves nodes with public addresses to other rules, and tells nothing else of them", async () => {
    const node = `---
apiVersion: v1
kind: Node
metadata: { name: public }
status: { addresses: [{ type: InternalIP, address: 10.0.0.77 }, { type: ExternalIP, address: 203.0.113.9 }] }
`;
    const files = { "cluster.yaml": `${clusterOf("nodes")}${node}` };
    const text = await suggested(files, "--to", "internet");
    expect(text).toContain("# No other flow in this input changes.");
    const cwd = folderWith({ ...files, "close.yaml": text });
    const verdictOf = async (to: string): Promise<string | undefined> =>
      (await runAnp(["explain", "-f", ".", "shop/web", to, "--port", "80", "--brief"], { cwd })).stdout.split(
        " ",
      )[0];
    expect(await verdictOf("203.0.113.9")).toBe("ALLOWED");
    expect(await verdictOf("203.0.113.8")).toBe("DENIED");
  });

  it("closes no flow of which nothing tells whether it does", async () => {
    const pods = `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { containers: [{ name: a, image: b }] }
---
apiVersion: v1
kind: Pod
metadata: { name: agent, namespace: shop }
spec: { hostNetwork: true, containers: [{ name: a, image: b }] }
`;
    const text = await suggested({ "a.yaml": pods }, "--to", "192.168.0.0/24");
    expect(text).toContain(
      "# It makes flows to other ends unknown, which depend on what the input lacks:\n#   shop/web → shop/agent, TCP",
    );
    expect(text).not.toContain("It closes flows");
  });

  it("wins over what is there, and is before it", async () => {
    const wrong = readFileSync("fixtures/egress/metadata/wrong.yaml", "utf8");
    const files = { "cluster.yaml": clusterOf("metadata"), "wrong.yaml": wrong };
    const text = await suggested(files, "--to", "metadata");
    const found = await statuses({ ...files, "close.yaml": text }, "--to", "metadata");
    expect(found.every((each) => each.endsWith(": blocked"))).toBe(true);
  });
});

/** What each of three pods is answered that asks for metadata. */
async function verdicts(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const cwd = folderWith(files);
  const answers = ["shop/backup", "shop/web", "ops/agent"].map(async (pod) => {
    const { stdout } = await runAnp(
      ["explain", "-f", ".", pod, "169.254.169.254", "--port", "80", "--brief"],
      { cwd },
    );
    return [pod, (stdout.split(" ")[0] ?? "").toLowerCase()] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

describe("those that are excepted", () => {
  const pods = `apiVersion: v1
kind: Pod
metadata: { name: backup, namespace: shop, labels: { app: backup, tier: low } }
spec: { containers: [{ name: a, image: b }] }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web, tier: low } }
spec: { containers: [{ name: a, image: b }] }
---
apiVersion: v1
kind: Pod
metadata: { name: agent, namespace: ops, labels: { app: agent } }
spec: { containers: [{ name: a, image: b }] }
`;

  it("are left out by a label of their own, and everybody else is closed", async () => {
    const text = await suggested({ "a.yaml": pods }, "--to", "metadata", "--except", "shop/backup");
    expect(text).toContain("for every pod but shop/backup, future pods included");
    expect(text).toContain(
      "key: app\n            operator: NotIn\n            values:\n              - backup\n",
    );
    expect(await verdicts({ "a.yaml": pods, "close.yaml": text })).toEqual({
      "shop/backup": "allowed",
      "shop/web": "denied",
      "ops/agent": "denied",
    });
    // Whoever can reach the excepted pod may ask it.
    expect(text).toContain("B-8");
  });

  it("may be a namespace", async () => {
    const text = await suggested({ "a.yaml": pods }, "--to", "metadata", "--except", "ns/ops");
    expect(await verdicts({ "a.yaml": pods, "close.yaml": text })).toEqual({
      "shop/backup": "denied",
      "shop/web": "denied",
      "ops/agent": "allowed",
    });
  });

  it("need a label that others lack", async () => {
    const same = pods.replace("app: backup", "app: web");
    const cwd = folderWith({ "a.yaml": same });
    const args = ["audit", "egress", "-f", ".", "--to", "metadata", "--except", "shop/backup", "--suggest"];
    expect(await runAnp(args, { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "no label tells the pods that --except names in shop from the others there",
      ),
    });
  });
});

describe("more than a rule can have", () => {
  const podsOf = (count: number): string =>
    ["web", ...Array.from({ length: count }, (_, i) => `db${i}`)]
      .map(
        (name) =>
          `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: ${name === "web" ? "shop" : "data"}, labels: { app: ${name} } }\nspec: { containers: [{ name: a, image: b }] }\n`,
      )
      .join("---\n");

  it.each(["ClusterNetworkPolicy", "AdminNetworkPolicy"])(
    "of ports is in several rules of %s",
    async (kind) => {
      const files = { "a.yaml": podsOf(0) };
      const ports = Array.from({ length: 26 }, (_, i) => String(2 * i + 1)).join();
      const args = ["--to", "198.51.100.0/24", "--port", ports];
      const text = await suggested(files, ...args, "--to-kind", kind);
      expect(text.match(/action: Deny/g)).toHaveLength(2);
      const found = await statuses({ ...files, "close.yaml": text }, ...args);
      expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/: blocked$/)]));
      expect(found.filter((each) => !each.endsWith(": blocked"))).toEqual([]);
    },
  );

  it("of rules is refused in words", async () => {
    const cwd = folderWith({ "a.yaml": podsOf(26) });
    expect(
      await runAnp(["audit", "egress", "-f", ".", "--suggest", "--to", "data/*"], { cwd }),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("more rules than one ClusterNetworkPolicy can have"),
    });
  });
});

describe("nothing is suggested", () => {
  it.each([
    [
      "for a name, which no policy can deny",
      ["--to", "api.example.com"],
      "no policy can deny a name: api.example.com",
    ],
    [
      "for an API server that nobody shows",
      ["--to", "api-server"],
      "nothing of these classes is in the input",
    ],
    ["beside a report", ["--to", "metadata", "-o", "json"], "--suggest and -o can't be combined"],
    ["for some pods", ["--to", "metadata", "--from", "shop/web"], "--suggest and --from can't be combined"],
  ])("%s", async (_, args, message) => {
    const cwd = folderWith({ "a.yaml": clusterOf("metadata") });
    const run = await runAnp(["audit", "egress", "-f", ".", "--suggest", ...args], { cwd });
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  });

  it("where something has the first priority", async () => {
    const first = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: first }
spec: { tier: Admin, priority: 0, subject: { namespaces: {} }, egress: [{ action: Accept, to: [{ namespaces: {} }] }] }
`;
    const cwd = folderWith({ "a.yaml": clusterOf("metadata"), "b.yaml": first });
    const run = await runAnp(["audit", "egress", "-f", ".", "--suggest", "--to", "metadata"], { cwd });
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("ClusterNetworkPolicy first has priority 0: nothing comes before it"),
    });
  });
});
