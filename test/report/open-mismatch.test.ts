import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";
import { unwrapped } from "../support/unwrapped.js";

/** Two policies of the same peer, of which the first is open and the second is asked for what is left. */
async function explained(peer: string, objects: string, ask: readonly string[]): Promise<string> {
  const policy = (name: string): string =>
    `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: x }
spec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [{ to: [${peer}], ports: [{ port: 80 }] }] }
---
`;
  const cwd = folderWith({ "a.yaml": `${policy("p1")}${policy("p2")}${objects}` });
  const { stdout } = await runAnp(["explain", "-f", "a.yaml", ...ask, "--port", "80"], { cwd });
  return unwrapped(stdout).replaceAll(/\s+/g, " ");
}

const deployment = (labels: string): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: back, name: d}, spec: {template: {metadata: {labels: ${labels}}, spec: {}}}}\n`;

describe("a rule that is asked for what another one leaves", () => {
  it.each([
    [
      "a label of a namespace",
      "{ namespaceSelector: { matchLabels: { ns: b } } }",
      "{}\n",
      "back/a=b",
      "label ns of namespace back is unknown: with ns=b, this rule isn't reached",
      "no label",
    ],
    [
      "a label that a placeholder stands for",
      "{ namespaceSelector: {}, podSelector: { matchLabels: { app: db } } }",
      deployment("{ app: '${APP}' }"),
      "back/d",
      "label app of destination is unknown: with app=db, this rule isn't reached",
      "has app=",
    ],
    [
      "an address",
      "{ ipBlock: { cidr: 10.0.0.0/8 } }",
      deployment("{ app: db }"),
      "back/d",
      "the destination's address is unknown: in 10.0.0.0/8, this rule isn't reached",
      "destination is not in",
    ],
  ])("says that it isn't known: %s", async (_what, peer, objects, to, text, not) => {
    const shown = await explained(peer, objects, ["x/app=web", to]);
    expect(shown).toContain("UNKNOWN");
    expect(shown).toContain(text);
    expect(shown).not.toContain(not);
  });

  it("names what is known first, and what can't be otherwise", async () => {
    const labels = "{ app: '${APP}', tier: front, zone: '${ZONE}' }";
    const known = "{ namespaceSelector: {}, podSelector: { matchLabels: { app: db, tier: back } } }";
    const ask = ["x/app=web", "back/d"];
    expect(await explained(known, deployment(labels), ask)).toContain("destination has tier=front");
    const never =
      "{ namespaceSelector: {}, podSelector: { matchExpressions: [{ key: zone, operator: DoesNotExist }] } }";
    expect(await explained(never, deployment(labels), ask)).toContain("destination has zone=${ZONE}");
  });
});
