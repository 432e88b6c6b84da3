import { unwrapped } from "../support/unwrapped.js";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { namespace, pod, SHOP, stream } from "./manifests.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";

/** A cluster that shows NetworkPolicies of one namespace only, and no nodes. */
const PROD = listJson(stream(SHOP, namespace("ops"), pod("ops", "agent"), pod("ops", "timer")), {
  version: 1,
  knowsEveryPod: true,
  forbidden: [
    { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", readIn: ["shop"] },
    { apiVersion: "v1", kind: "Node", readIn: [] },
  ],
});
const LINE = /^INCOMPLETE {2}you may not list Node, nor NetworkPolicy outside namespace shop/;

async function run(...[command = "", ...args]: readonly string[]): Promise<Run> {
  return runAnp([command, "--snapshot", "prod.json", ...args], { cwd: folderWith({ "prod.json": PROD }) });
}

const ELSEWHERE = ["explain", "ops/agent", "ops/timer", "--port", "80"];

describe("a cluster that does not show everything", () => {
  it.each([
    ["what it does not concern", ["explain", "shop/web", "shop/cart", "--port", "7070"], "ALLOWED"],
    ["what it may change", ELSEWHERE, "UNKNOWN"],
    ["one endpoint", ["explain", "ops/agent"], "ops/agent"],
    ["the map", ["matrix"], "unknown: all ports"],
    ["a change", ["diff", "--delete", "pod/ops/timer"], "no flow changes"],
  ])("is said first, and the exit code is 3: %s", async (_what, args, answer) => {
    const { code, stdout } = await run(...args);
    expect(code).toBe(3);
    expect(stdout).toMatch(LINE);
    expect(stdout).toContain(answer);
  });

  it("is told in JSON, with the kind on which a verdict hangs", async () => {
    const { code, stdout } = await run(...ELSEWHERE, "-o", "json");
    expect(code).toBe(3);
    const json = JSON.parse(stdout) as { incomplete: boolean; results: readonly object[] };
    expect(schemaOf("explain")(json)).toEqual([]);
    expect(json.incomplete).toBe(true);
    expect(json.results).toMatchObject([
      {
        verdict: "unknown",
        reasons: ["forbidden-policies"],
        egress: { decidedBy: { outcome: "forbidden", policy: { kind: "NetworkPolicy" } } },
      },
    ]);
  });

  it("names what it hides to people too, and how to ask for it", async () => {
    const { stdout } = await run(...ELSEWHERE);
    expect(unwrapped(stdout)).toMatch(/ why {2}.*NetworkPolicy.*which you may not list/);
    expect(stdout).toContain("anp snapshot --print-rbac");
  });

  it("is a finding of lint for each kind, which can be neither switched off nor left out", async () => {
    for (const args of [[], ["--only", "same-priority"], ["--fail-on", "never"]]) {
      const { code, stdout } = await run("lint", ...args, "-o", "compact");
      expect(code).toBe(3);
      const found = stdout.split("\n").filter((line) => line.includes("not-analysed"));
      expect(found).toEqual([
        "prod.json: error[not-analysed]: you may not list `NetworkPolicy` outside namespace `shop`: anything that depends on it is unknown",
        "prod.json: error[not-analysed]: you may not list `Node`: anything that depends on it is unknown",
      ]);
    }
  });

  it("is a rule that has no level of its own", async () => {
    const { code, stderr } = await run("lint", "--rule", "not-analysed=off");
    expect(code).toBe(2);
    expect(stderr).toContain("not-analysed");
  });

  it("is that in every format of lint", async () => {
    const text = (await run("lint", "--only", "same-priority")).stdout;
    expect(text).toContain("╭─▸ prod.json\n   = help: ask for permission to list it");
    const json: unknown = JSON.parse((await run("lint", "-o", "json")).stdout);
    expect(schemaOf("lint")(json)).toEqual([]);
    expect(json).toMatchObject({ incomplete: true });
    expect((await run("lint", "-o", "github")).stdout).toMatch(
      /^::error title=anp not-analysed::prod\.json: you may not list /,
    );
    const sarif = JSON.parse((await run("lint", "--only", "same-priority", "-o", "sarif")).stdout);
    expect(sarif.runs[0].results[0].locations).toEqual([
      { logicalLocations: [{ fullyQualifiedName: "prod.json", kind: "object" }] },
    ]);
  });
});

describe("kinds of both generations that a cluster does not show", () => {
  const group = "policy.networking.k8s.io";
  const HIDDEN = listJson(stream(SHOP, namespace("ops"), pod("ops", "agent"), pod("ops", "timer")), {
    version: 1,
    knowsEveryPod: true,
    forbidden: [
      { apiVersion: `${group}/v1alpha1`, kind: "AdminNetworkPolicy", readIn: [] },
      { apiVersion: `${group}/v1alpha1`, kind: "BaselineAdminNetworkPolicy", readIn: [] },
      { apiVersion: `${group}/v1alpha2`, kind: "ClusterNetworkPolicy", readIn: [] },
    ],
  });
  const cwd = (): string => folderWith({ "prod.json": HIDDEN });
  const ask = async (...args: readonly string[]): Promise<Run> =>
    runAnp(["explain", "--snapshot", "prod.json", ...args], { cwd: cwd() });

  it("are not known, never a choice between what is not known (S-PRI-5)", async () => {
    const { code, stdout } = await ask("ops/agent", "ops/timer", "--port", "80", "-o", "json");
    expect(code).toBe(3);
    const { results } = JSON.parse(stdout) as { results: readonly { verdict: string; reasons: string[] }[] };
    expect(results.map(({ verdict }) => verdict)).toEqual(["unknown"]);
    expect(new Set(results[0]?.reasons)).toEqual(new Set(["forbidden-policies"]));
    expect(stdout).not.toContain("mixed-api-generations");
  });

  it("are not said to select nothing, in tiers that are not reached either", async () => {
    // A NetworkPolicy decides before the Baseline tier is asked.
    const { stdout } = await ask("shop/web", "shop/cart", "--port", "7071");
    expect(stdout).toContain("NetworkPolicy");
    expect(stdout).not.toMatch(/(Admin|Baseline) tier .*no policy selects it/);
    const json = (await ask("shop/web", "shop/cart", "--port", "7071", "-o", "json")).stdout;
    expect(json).not.toMatch(/"tier": ?"(Admin|Baseline)",\s*"outcome": ?"no-policy"/);
  });
});

describe("a kind that a cluster answered about otherwise than with a list", () => {
  const why = "the answer of /apis/networking.k8s.io/v1/networkpolicies is no list of NetworkPolicy";
  const BROKEN = listJson(stream(SHOP, namespace("ops"), pod("ops", "agent"), pod("ops", "timer")), {
    version: 1,
    knowsEveryPod: true,
    forbidden: [{ apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", readIn: [], why }],
  });
  const ask = async (...args: readonly string[]): Promise<Run> =>
    runAnp([...args, "--snapshot", "prod.json"], { cwd: folderWith({ "prod.json": BROKEN }) });

  it("is not said to be forbidden", async () => {
    const { code, stdout } = await ask(...ELSEWHERE);
    expect(code).toBe(3);
    expect(unwrapped(stdout)).toMatch(
      /^INCOMPLETE {2}NetworkPolicy could not be listed: the answer of \/apis\/networking\.k8s\.io\/v1\/networkpolicies is/,
    );
    expect(unwrapped(stdout)).toMatch(/policies of kind NetworkPolicy, which could not be listed/);
    expect(stdout).toContain("retry");
    for (const wrong of ["may not list", "--print-rbac"]) expect(stdout).not.toContain(wrong);
  });

  it("nor for one endpoint, where the answer stands beside it", async () => {
    const { code, stdout } = await ask("explain", "ops/agent");
    expect(code).toBe(3);
    expect(unwrapped(stdout)).toMatch(
      /policies of kind NetworkPolicy +unknown +they could not be listed: the answer of \/apis/,
    );
    expect(stdout).not.toContain("may not list");
  });

  it.each([
    ["explain", ELSEWHERE],
    ["explain-endpoint", ["explain", "ops/agent"]],
    ["matrix", ["matrix", "--port", "80"]],
    ["diff", ["diff", "--delete", "pod/ops/timer"]],
  ] as const)("nor in JSON of %s", async (schema, args) => {
    const { code, stdout } = await ask(...args, "-o", "json");
    expect(code).toBe(3);
    expect(schemaOf(schema)(JSON.parse(stdout))).toEqual([]);
    if (args === ELSEWHERE)
      expect((JSON.parse(stdout) as { results: object[] }).results).toMatchObject([
        {
          verdict: "unknown",
          reasons: ["unlisted-policies"],
          egress: { decidedBy: { outcome: "unlisted" } },
        },
      ]);
  });
});

/** A cluster that shows all that decides flows, and neither roles nor webhooks. */
const WITHOUT_ROLES = listJson(stream(SHOP, namespace("ops"), pod("ops", "agent")), {
  version: 1,
  knowsEveryPod: true,
  forbidden: [
    { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", readIn: [] },
    { apiVersion: "crd.antrea.io/v1beta1", kind: "Egress", readIn: [], why: "no answer" },
  ],
});

describe("a cluster that does not show what an audit only lists", () => {
  it.each([
    ["an audit", ["audit", "egress"]],
    ["the linter", ["lint"]],
    ["the map", ["matrix"]],
  ])("is whole for %s", async (_what, args) => {
    const [command = "", ...rest] = args;
    const { code, stdout } = await runAnp([command, "--snapshot", "prod.json", ...rest], {
      cwd: folderWith({ "prod.json": WITHOUT_ROLES }),
    });
    expect(code).not.toBe(3);
    expect(code).not.toBe(2);
    expect(stdout).not.toContain("INCOMPLETE");
    if (command === "audit") expect(unwrapped(stdout)).toContain("not checked: ");
    if (command === "audit") expect(unwrapped(stdout)).toContain("roles (none in the input) (B-18)");
  });
});

it("of an audit, webhooks may be hidden too", async () => {
  const text = listJson(stream(SHOP), {
    version: 1,
    knowsEveryPod: true,
    forbidden: [
      { apiVersion: "admissionregistration.k8s.io/v1", kind: "MutatingWebhookConfiguration", readIn: [] },
    ],
  });
  const cwd = folderWith({ "prod.json": text });
  const audit = await runAnp(["audit", "egress", "--snapshot", "prod.json", "-o", "json"], { cwd });
  expect(audit.code).toBe(0);
  const json = JSON.parse(audit.stdout) as { incomplete: boolean };
  expect(schemaOf("audit")(json)).toEqual([]);
  expect(json.incomplete).toBe(false);
});
