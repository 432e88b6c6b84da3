import { describe, expect, it } from "vitest";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";

interface Row {
  readonly name?: string;
  readonly namespace?: string;
  readonly label?: string;
  readonly cidr?: string;
  readonly port?: string;
  readonly protocol?: string;
}

/** A policy that is right but for what is given. */
function policy({
  name = "web",
  namespace = "shop",
  label = "a",
  cidr = "10.0.0.0/8",
  port = "80",
  protocol = "TCP",
}: Row): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: ${name}, namespace: ${namespace}}
spec:
  podSelector: {matchLabels: {app: ${label}}}
  policyTypes: [Ingress]
  ingress:
  - from:
    - ipBlock: {cidr: ${cidr}}
    ports: [{protocol: ${protocol}, port: ${port}}]
`;
}

/** What is wrong with a text, and what became of its policy. */
async function outcomeOf(text: string): Promise<readonly string[]> {
  const { cluster, problems } = await load(
    [{ type: "file", file: { name: "a.yaml", text }, isNamed: true }],
    { ...READ_OPTIONS, purpose: "flows" },
  );
  const wrong = problems.map(({ code, facts }) =>
    "reason" in facts ? `${code} ${facts.reason} ${String(facts.detail)}` : code,
  );
  return [...wrong, ...cluster.refused.map(({ cause }) => cause)];
}

describe("a policy with a placeholder is not rendered: one notice, and nobody knows what it does", () => {
  it.each<readonly [text: string, row: Row]>([
    ["${APP}", { label: '"${APP}"' }],
    ["${APP:=web}", { name: '"${APP:=web}"' }],
    ["$(NAME)", { namespace: '"$(NAME)"' }],
    ["{{ .Values.port }}", { port: '"{{ .Values.port }}"' }],
    ["{% net %}", { cidr: '"{% net %}"' }],
    ["<%= app %>", { label: '"<%= app %>"' }],
    ["<NAMESPACE>", { namespace: '"<NAMESPACE>"' }],
    ["@NET@", { cidr: '"@NET@"' }],
    ["%APP%", { label: '"%APP%"' }],
    ["__APP__", { name: "__APP__" }],
    ["TEMP_NAME", { name: "TEMP_NAME" }],
    ["POD_CIDR", { cidr: "POD_CIDR" }],
    ["CHANGEME", { namespace: "CHANGEME" }],
    ["TEMPLATE", { namespace: "session-TEMPLATE" }],
    ["PLACEHOLDER", { name: "PLACEHOLDER-web" }],
    ["NAMESPACE", { namespace: "NAMESPACE" }],
    ["CHANGE-ME", { namespace: "CHANGE-ME" }],
    ["${A}", { name: '"${A}"', namespace: '"${B}"', label: '"${C}"', cidr: '"${D}"', port: '"${E}"' }],
  ])("%s", async (text, row) => {
    expect(await outcomeOf(policy(row))).toEqual([`not-analysed placeholder ${text}`, "undecided"]);
  });

  it("in a key too", async () => {
    expect(await outcomeOf(policy({}).replace("app: a", '"${KEY}": a'))).toEqual([
      "not-analysed placeholder ${KEY}",
      "undecided",
    ]);
  });

  it("and is told what is wrong beside", async () => {
    expect(await outcomeOf(policy({ label: '"${APP}"' }).replace("ipBlock", "ipBlok"))).toEqual([
      "not-analysed placeholder ${APP}",
      "unknown-field",
      "undecided",
    ]);
  });
});

describe("what is none", () => {
  it.each<readonly [what: string, row: Row, outcome: readonly string[]]>([
    ["a label in capitals", { label: "TEMP_NAME" }, []],
    ["a protocol in capitals", { protocol: "TCP_UDP" }, ["schema", "refused"]],
    ["a name that a server refuses", { name: "Web" }, ["schema", "refused"]],
    ["a CIDR that a server refuses", { cidr: "10.0.0.0" }, ["invalid-cidr", "refused"]],
    ["a word of JavaScript", { label: "__proto__" }, ["invalid-selector", "refused"]],
    ["a dollar", { label: '"a$b"' }, ["invalid-selector", "refused"]],
  ])("%s", async (_, row, outcome) => {
    expect(await outcomeOf(policy(row))).toEqual(outcome);
  });

  it("is in a note", async () => {
    const text = policy({}).replace("metadata: {", 'metadata: {annotations: {note: "${APP}"}, ');
    expect(await outcomeOf(text)).toEqual([]);
  });
});
