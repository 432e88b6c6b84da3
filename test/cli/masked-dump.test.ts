import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";
import { unwrapped } from "../support/unwrapped.js";

const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop" },
  status: { podIP: "10.1.0.1" },
};

const MASKED = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "deny", namespace: "shop" },
  spec: "REDACTED",
};

it("a masked policy of a dump is said to be unknown, and not to be for the server to accept", async () => {
  const cwd = folderWith({
    "dump.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: [POD, MASKED] }),
  });
  const ask = ["explain", "--snapshot", "dump.json", "203.0.113.9", "shop/web", "--port", "80"];
  const { code, stdout } = await runAnp(ask, { cwd });
  expect(code).toBe(3);
  const text = unwrapped(stdout);
  expect(text).toContain("unknown what 1 policy does: shop/networkpolicy/deny");
  expect(text).not.toMatch(/server accepts|CRD/);
});

/** A dump with something masked in one of its objects, and what the flow between its pods comes to. */
async function explained(
  masked: { readonly pod?: object; readonly spec?: object },
  ask: readonly string[] = ["shop/client", "shop/web", "--port", "80"],
): Promise<{ readonly code: number; readonly text: string }> {
  const client = { ...POD, metadata: { ...POD.metadata, name: "client" }, status: { podIP: "10.1.0.2" } };
  const web = { ...POD, metadata: { ...POD.metadata, labels: { app: "web" }, ...masked.pod } };
  const spec = { podSelector: { matchLabels: { app: "web" } }, policyTypes: ["Ingress"], ...masked.spec };
  const items = [client, web, { ...MASKED, spec }];
  const cwd = folderWith({ "dump.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  const { code, stdout, stderr } = await runAnp(["explain", "--snapshot", "dump.json", ...ask], { cwd });
  return { code, text: unwrapped(stdout + stderr).replaceAll(/ +/g, " ") };
}

const fromBlock = (ipBlock: object): object => ({ ingress: [{ from: [{ ipBlock }] }] });

it.each([
  ["the address of a block", fromBlock({ cidr: "***HIDDEN***/24" }), '"***HIDDEN***/24" is masked'],
  [
    "an exception",
    fromBlock({ cidr: "10.0.0.0/8", except: ["10.3.0.0/16", "x-ipv4-0000000001-x/16"] }),
    '"x-ipv4-0000000001-x/16" is masked',
  ],
  [
    "a label that a rule selects by",
    { ingress: [{ from: [{ podSelector: { matchLabels: { app: "<hidden>" } } }] }] },
    '"<hidden>" is masked',
  ],
])("a policy of a dump in which %s is masked is unknown", async (_what, spec, why) => {
  const { code, text } = await explained({ spec });
  expect(code).toBe(3);
  expect(text).toContain("UNKNOWN shop/client → shop/web TCP 80");
  expect(text).toContain("unknown what 1 policy does");
  const items = [{ ...MASKED, spec: { podSelector: {}, ...spec } }];
  const cwd = folderWith({ "dump.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  const linted = await runAnp(["lint", "--snapshot", "dump.json"], { cwd });
  expect(unwrapped(linted.stdout)).toContain(why);
});

it("blocks and labels that an old release has stored are no masks", async () => {
  const spec = {
    ingress: [
      { from: [{ ipBlock: { cidr: "010.1.0.2/08" } }, { ipBlock: { cidr: "::ffff:10.0.0.0/104" } }] },
    ],
  };
  expect(await explained({ spec })).toMatchObject({ code: 0 });
});

it("a masked label of a pod leaves unknown what hangs on it, and nothing else", async () => {
  const named = await explained({ pod: { labels: { app: "***" } } });
  expect(named.code).toBe(0);
  expect(named.text).toContain("UNKNOWN shop/client → shop/web TCP 80");
  expect(named.text).toContain(
    'it depends on label app of shop/pod/web, whose value "***" no API server accepts',
  );
  const other = await explained({ pod: { labels: { app: "web", team: "***" } } });
  expect(other.text).toContain("DENIED shop/client → shop/web TCP 80");
});

it("a pod whose labels are masked as a whole is left out, and no answer is whole", async () => {
  const { code, text } = await explained({ pod: { labels: "***" } });
  expect(code).toBe(2);
  expect(text).toContain('no pod or workload "web" in namespace shop');
  expect(text).toContain("Pod shop/web is refused by the API server");
  const others = await explained({ pod: { labels: "***" } }, ["shop/client", "203.0.113.9", "--port", "80"]);
  expect(others.code).toBe(3);
  expect(others.text).toContain("1 object is refused by the API server and left out");
});

/** A policy of a dump of which only its spec is left; it may be one of any namespace. */
it.each([
  ["null", null],
  ["empty", {}],
  ["a text", "***"],
  ["without a namespace", { name: "deny" }],
  ["with a masked namespace", { name: "deny", namespace: "***" }],
  ["with a namespace that is none", { name: "deny", namespace: "" }],
])("a policy whose metadata are %s may decide anywhere", async (_what, metadata) => {
  const spec = { podSelector: {}, policyTypes: ["Ingress"] };
  const client = { ...POD, metadata: { ...POD.metadata, name: "client" }, status: { podIP: "10.1.0.2" } };
  const explain = async (...more: readonly object[]): Promise<{ code: number; text: string }> => {
    const items = [POD, client, { ...MASKED, metadata, spec }, ...more];
    const cwd = folderWith({ "dump.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
    const ask = ["explain", "--snapshot", "dump.json", "shop/client", "shop/web", "--port", "80"];
    const { code, stdout } = await runAnp(ask, { cwd });
    return { code, text: unwrapped(stdout) };
  };
  const { code, text } = await explain();
  expect(code).toBe(3);
  expect(text).toContain("UNKNOWN  shop/client → shop/web  TCP 80");
  // Another one that has lost its metadata is no copy of it.
  const other = { ...MASKED, metadata, spec: { ...spec, policyTypes: ["Egress"] } };
  expect((await explain(other)).text).toContain("UNKNOWN  shop/client → shop/web  TCP 80");
});

/** An object of which a dump doesn't tell the namespace is left out: it had been one of namespace default. */
it.each([
  ["a pod without a namespace", { name: "lost" }],
  ["a pod with a masked namespace", { name: "lost", namespace: "***" }],
  ["a pod without metadata", null],
])("%s is left out, and no answer is whole", async (_what, metadata) => {
  const items = [POD, { ...POD, metadata, status: { podIP: "10.1.0.9" } }];
  const cwd = folderWith({ "dump.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  const ask = (to: string) => ["explain", "--snapshot", "dump.json", "203.0.113.9", to, "--port", "80"];
  const { code, stdout } = await runAnp(ask("shop/web"), { cwd });
  expect(code).toBe(3);
  expect(unwrapped(stdout)).toContain("1 object without a namespace is left out");
  const asked = await runAnp(ask("default/lost"), { cwd });
  expect(asked.code).not.toBe(0);
  expect(asked.stdout).not.toContain("ALLOWED");
});

it("a pod without a namespace is no copy of one of namespace default", async () => {
  const own = { ...POD, metadata: { name: "web", namespace: "default" } };
  const items = [{ ...POD, metadata: { name: "web" } }, own];
  const cwd = folderWith({ "dump.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  const ask = ["explain", "--snapshot", "dump.json", "203.0.113.9", "default/web", "--port", "80"];
  expect((await runAnp(ask, { cwd })).stdout).toContain("ALLOWED");
});
