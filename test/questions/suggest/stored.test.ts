import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { environment, kubeconfigOf } from "../../cli/cluster-options.js";
import { folderWith } from "../../support/folder.js";
import { listJson } from "../../support/stored.js";
import { namespace, pod, stream } from "../../cli/manifests.js";
import { networkPolicy } from "../../support/findings.js";
import { runAnp } from "../../support/run-anp.js";
import { schemaOf } from "../../support/schemas.js";

/** Pods with addresses, as a cluster has them. */
const PODS = stream(
  namespace("shop"),
  `status: { podIP: 10.0.0.1 }\n${pod("shop", "web")}`,
  `status: { podIP: 10.0.0.2 }\n${pod("shop", "db", "[{ name: sql, containerPort: 5432 }]")}`,
  `status: { podIP: 10.0.0.3 }\n${pod("shop", "mail")}`,
);

/** Lets mail in on one port, and addresses. */
function dbPolicy(cidr = "198.51.100.0/24"): string {
  return networkPolicy(
    `podSelector: { matchLabels: { app: db } }
policyTypes: [Ingress]
ingress: [{ from: [{ podSelector: { matchLabels: { app: mail } } }, { ipBlock: { cidr: ${cidr} } }], ports: [{ port: 5432 }] }]`,
    "db",
  );
}

const ASK = ["explain", "shop/web", "shop/db", "--port", "5432", "--suggest"];

interface SuggestedJson {
  readonly suggestions: readonly {
    readonly edits: readonly { readonly stored?: string; readonly file?: string; readonly text: string }[];
    readonly patch: string;
  }[];
  readonly suggestionNotes: readonly { readonly code: string }[];
}

async function suggested(text: string, ...args: readonly string[]): Promise<SuggestedJson> {
  const cwd = folderWith({ "prod.json": listJson(text) });
  const { stdout } = await runAnp([...ASK, "--snapshot", "prod.json", "-o", "json", ...args], { cwd });
  const json = JSON.parse(stdout) as SuggestedJson;
  expect(schemaOf("explain")(json)).toEqual([]);
  return json;
}

function textsOf({ suggestions }: SuggestedJson): string[] {
  return suggestions.map(({ edits }) => edits.map(({ text }) => text).join("; "));
}

describe("suggestions for a cluster", () => {
  it("edit objects that a server has stored, by their names", async () => {
    const found = await suggested(stream(PODS, dbPolicy()));
    const [peer] = found.suggestions;
    expect(peer?.edits).toMatchObject([
      {
        stored: "shop/networkpolicy/db",
        text: "add app=web in namespace shop to rule 1 of NetworkPolicy shop/db",
      },
    ]);
    expect(peer?.edits[0]).not.toHaveProperty("file");
    expect(peer?.patch).toMatch(/^--- a\/shop\/networkpolicy\/db\n\+\+\+ b\/shop\/networkpolicy\/db\n/);
    expect(peer?.patch).toContain("\n+    - podSelector:\n+        matchLabels:\n+          app: web\n");
    expect(peer?.patch).not.toContain("No newline");
  });

  it("say with which command the object is changed", async () => {
    const cwd = folderWith({ "prod.json": listJson(stream(PODS, dbPolicy())) });
    const run = async (...args: readonly string[]): Promise<string> =>
      (await runAnp([...ASK, "--snapshot", "prod.json", ...args], { cwd })).stdout;
    expect(await run()).toMatch(
      /\n {5}opens no other flow\n {5}to apply it: kubectl edit networkpolicy\/db -n shop\n\n--- a\/shop\/networkpolicy\/db\n/,
    );
    expect(await run("-o", "md")).toContain("\n- to apply it: kubectl edit networkpolicy/db -n shop\n");
  });

  it("propose a new policy as a manifest of its own, which does what is said once it is laid over", async () => {
    const text = stream(PODS, dbPolicy());
    const found = await suggested(text);
    const added = found.suggestions.find(({ edits }) => edits.length === 1 && edits[0]?.file !== undefined);
    expect(added?.edits[0]?.file).toBe("allow-db-from-web.yaml");
    const cwd = folderWith({ "prod.json": listJson(text) });
    execFileSync("git", ["apply", "-"], { cwd, input: added?.patch });
    const overlay = ["--snapshot", "prod.json", "-f", "allow-db-from-web.yaml", "--expect", "allowed"];
    expect((await runAnp([...ASK.slice(0, -1), ...overlay], { cwd })).code).toBe(0);
  });

  it("are no edits that the server would refuse: what it has stored long ago, it may not take again", async () => {
    const old = stream(PODS, dbPolicy('"198.051.100.0/24"'));
    expect(textsOf(await suggested(old, "--kubernetes-version", "1.35"))).toContain(
      "add app=web in namespace shop to rule 1 of NetworkPolicy shop/db",
    );
    expect(textsOf(await suggested(old))).toEqual([
      "add NetworkPolicy shop/allow-db-from-web: app=db takes traffic from app=web in namespace shop, TCP 5432",
    ]);
  });

  it("edit several objects where both sides deny, and the file where an overlay holds one of them", async () => {
    const isolated = networkPolicy(
      "podSelector: { matchLabels: { app: web } }\npolicyTypes: [Egress]",
      "web",
    );
    const both = await suggested(stream(PODS, dbPolicy(), isolated));
    const files = both.suggestions[0]?.edits.map(({ stored }) => stored);
    expect(files?.toSorted()).toEqual(["shop/networkpolicy/db", "shop/networkpolicy/web"]);
    const cwd = folderWith({
      "prod.json": listJson(stream(PODS, dbPolicy(), isolated)),
      "new.yaml": isolated,
    });
    const args = ["--snapshot", "prod.json", "-f", "new.yaml", "-o", "json"];
    const { suggestions } = JSON.parse((await runAnp([...ASK, ...args], { cwd })).stdout) as SuggestedJson;
    const places = suggestions[0]?.edits.map(({ stored, file }) => stored ?? file);
    expect(places?.toSorted()).toEqual(["new.yaml", "shop/networkpolicy/db"]);
  });

  it("are the same for a live cluster", async () => {
    const text = stream(PODS, dbPolicy());
    const env = environment(await kubeconfigOf(text));
    const { stdout } = await runAnp([...ASK, "--context", "prod", "-o", "json"], { env });
    expect(textsOf(JSON.parse(stdout) as SuggestedJson)).toEqual(textsOf(await suggested(text)));
  });
});
