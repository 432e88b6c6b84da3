import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runAnp } from "../../support/run-anp.js";
import { schemaOf } from "../../support/schemas.js";

/** What the JSON says of a group. */
interface Group {
  readonly endpoints: readonly string[];
  readonly status: string;
  readonly bypasses: readonly {
    readonly id: string;
    readonly at: { readonly file: string; readonly line: number } | null;
  }[];
  readonly missing: readonly { readonly code: string }[];
}

const problemsOf = schemaOf("audit");

async function groupsOf(story: string, policies: string, to: string): Promise<readonly Group[]> {
  const files = ["cluster", policies].flatMap((name) => ["-f", `fixtures/egress/${story}/${name}.yaml`]);
  const { stdout } = await runAnp(["audit", "egress", ...files, "--to", to, "-o", "json"]);
  const json = JSON.parse(stdout) as { readonly classes: readonly { readonly groups: readonly Group[] }[] };
  expect(problemsOf(json)).toEqual([]);
  return json.classes.flatMap(({ groups }) => groups);
}

/** `bypassed: B-2 B-5 wrong.yaml "kind: Service"`: the ways round with the line that each points at. */
function shown({ endpoints, status, bypasses, missing }: Group): string {
  const ways = bypasses.map(({ id, at }) => {
    if (at === null) return id;
    const line = readFileSync(at.file, "utf8").split("\n")[at.line - 1] ?? "";
    return `${id} "${line.trim()}"`;
  });
  const lacks = missing.map(({ code }) => code);
  return `${endpoints.join(" ")}: ${[status, ...ways, ...lacks].join(", ")}`;
}

describe("the three stories of the proposal", () => {
  it.each<[story: string, policies: string, to: string, expected: readonly string[]]>([
    [
      "metadata",
      "wrong",
      "metadata",
      [
        'shop/deployment/web new/shop: bypassed, B-17 "- name: metadata"',
        'trial/deployment/probe new/trial new/*: reachable, B-16 "matchLabels:"',
      ],
    ],
    [
      "metadata",
      "namespaced",
      "metadata",
      [
        "shop/deployment/web new/shop: reachable, unsettled",
        "trial/deployment/probe new/trial new/*: reachable",
      ],
    ],
    [
      "metadata",
      "right",
      "metadata",
      ["shop/deployment/web trial/deployment/probe new/shop new/trial new/*: blocked"],
    ],
    [
      "trusting-service",
      "wrong",
      "10.30.0.0/16",
      [
        'shop/deployment/web new/shop new/edge new/*: bypassed, B-2 "apiVersion: v1", B-5 "apiVersion: v1", B-7 "apiVersion: networking.k8s.io/v1", unsettled',
      ],
    ],
    ["trusting-service", "right", "10.30.0.0/16", ["shop/deployment/web new/shop new/edge new/*: blocked"]],
    [
      "nodes",
      "wrong",
      "nodes",
      [
        'kube-system/deployment/coredns shop/deployment/web new/shop new/kube-system new/*: bypassed, B-17 "- name: nodes"',
      ],
    ],
    [
      "nodes",
      "today",
      "nodes",
      [
        "kube-system/deployment/coredns shop/deployment/web new/shop new/kube-system new/*: undecided, later-nodes",
      ],
    ],
    [
      "nodes",
      "right",
      "nodes",
      ["kube-system/deployment/coredns shop/deployment/web new/shop new/kube-system new/*: blocked"],
    ],
    [
      "nodes",
      "right",
      "dns",
      ["kube-system/deployment/coredns shop/deployment/web new/shop new/kube-system new/*: reachable"],
    ],
  ])("%s, %s: %s", async (story, policies, to, expected) => {
    expect((await groupsOf(story, policies, to)).map(shown)).toEqual(expected);
  });

  it("follows the set of nodes by the nodes peer, and not by a CIDR (S-AUD-4)", async () => {
    const node =
      "apiVersion: v1\nkind: Node\nmetadata: { name: later }\nstatus: { addresses: [{ type: InternalIP, address: 10.7.0.1 }] }\n";
    const statusOf = async (policies: string): Promise<string> => {
      const files = ["cluster", policies].flatMap((name) => ["-f", `fixtures/egress/nodes/${name}.yaml`]);
      const argv = ["audit", "egress", ...files, "-f", "-", "--to", "nodes", "-o", "json"];
      const { stdout } = await runAnp(argv, { stdin: node });
      const { classes } = JSON.parse(stdout) as { classes: { groups: Group[] }[] };
      return classes.flatMap(({ groups }) => groups.map(({ status }) => status)).join();
    };
    expect(await statusOf("right")).toBe("blocked");
    expect(await statusOf("today")).toBe("bypassed");
  });

  it("takes a CIDR that holds every address that nodes may have for a proof", async () => {
    const files = ["cluster", "today"].flatMap((name) => ["-f", `fixtures/egress/nodes/${name}.yaml`]);
    const argv = ["audit", "egress", ...files, "--to", "nodes", "-o", "json", "--node-cidr", "10.0.1.0/24"];
    const { stdout } = await runAnp(argv);
    const { classes } = JSON.parse(stdout) as { classes: { groups: Group[] }[] };
    // Of IPv6 nothing is said: nodes may have such addresses.
    expect(classes[0]?.groups.map(({ status }) => status)).toEqual(["undecided"]);
  });
});
