import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";

const pod = (namespace: string, name: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ${namespace}, labels: {app: ${name}}}, spec: {containers: [{name: main}]}}\n`;

const policy = (namespace: string, name: string, egress: string): string =>
  `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: ${name}-only, namespace: ${namespace}}, spec: {podSelector: {matchLabels: {app: ${name}}}, policyTypes: [Egress], egress: ${egress}}}\n`;

const SHUT = "[]";
const WEB = "[{to: [{ipBlock: {cidr: 192.0.2.0/24}}], ports: [{port: 443}]}]";

const MANIFESTS = [
  pod("shop", "cart"),
  pod("shop", "web"),
  pod("shop", "mail"),
  pod("shop", "news"),
  pod("pay", "ledger"),
  policy("shop", "cart", SHUT),
  policy("shop", "web", SHUT),
  policy("shop", "mail", WEB),
  policy("shop", "news", WEB),
  policy("pay", "ledger", SHUT),
].join("---\n");

async function audited(format: string, ...options: readonly string[]): Promise<string> {
  const cwd = folderWith({ "all.yaml": MANIFESTS });
  const asked = ["--to", "192.0.2.7/32", "--fail-on", "never", ...options];
  const { stdout } = await runAnp(["audit", "egress", "-f", "all.yaml", ...asked, "-o", format], { cwd });
  return stdout;
}

describe("pods that come to the same by a NetworkPolicy each", () => {
  it("are one entry, which names the policy of the first and counts the others", async () => {
    const text = await audited("text");
    const heads = text.split("\n").filter((line) => line.startsWith("192.0.2.7/32: "));
    expect(heads).toEqual([
      "192.0.2.7/32: reachable for shop/pod/mail, shop/pod/news",
      "192.0.2.7/32: reachable for new/pay, new/shop, new/*",
      "192.0.2.7/32: undecided for pay/pod/ledger, shop/pod/cart, shop/pod/web",
    ]);
    expect(text.split("\n").filter((line) => line.includes("the same for the others"))).toHaveLength(2);
    expect(text).toContain("NetworkPolicy shop/mail-only rule 1");
    expect(text).toContain("NetworkPolicy pay/ledger-only isolates");
    expect(text).not.toMatch(/news-only|web-only|cart-only/);
  });

  it("are one entry in Markdown too", async () => {
    const text = await audited("md");
    expect(text.split("\n").filter((line) => line.startsWith("- **") && line.includes("for"))).toHaveLength(
      3,
    );
    expect(text).toContain("the same for the others by another NetworkPolicy: -o json lists them");
  });

  it("are groups of their own in JSON", async () => {
    const { classes } = JSON.parse(await audited("json")) as {
      readonly classes: readonly { readonly groups: readonly { readonly endpoints: readonly string[] }[] }[];
    };
    const ofPods = classes.flatMap(({ groups }) => groups.map(({ endpoints }) => endpoints.join()));
    expect(ofPods).toEqual(
      expect.arrayContaining(["shop/pod/cart", "shop/pod/mail", "shop/pod/news", "shop/pod/web"]),
    );
  });
});

describe("what depends on the network plugin", () => {
  const HINT = "--plugin NAME answers for yours";

  it("has a hint where no plugin is named", async () => {
    for (const format of ["text", "md"]) {
      const plain = (await audited(format)).replaceAll(/\s+/g, " ");
      const named = (await audited(format, "--plugin", "calico")).replaceAll(/\s+/g, " ");
      expect([plain.includes(HINT), named.includes(HINT)]).toEqual([true, false]);
    }
  });
});
