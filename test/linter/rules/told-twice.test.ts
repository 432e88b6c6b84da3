import { documents, pod, policy, service } from "../../support/exposure.js";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";

const RULES = ["configured-address-blocked", "one-sided-flow"];

async function rulesOf(text: string, only: readonly string[] = RULES): Promise<readonly string[]> {
  const args = only.flatMap((rule) => ["--only", rule]);
  const { stdout } = await runAnp(["lint", "-o", "json", ...args], { cwd: folderWith({ "all.yaml": text }) });
  return (JSON.parse(stdout) as { findings: { rule: string }[] }).findings.map(({ rule }) => rule);
}

const WEB = pod("shop", "web").replace(
  "name: main,",
  'name: main, env: [{ name: CACHE, value: "redis:80" }],',
);
const REDIS = documents(
  pod("shop", "redis", "[{ containerPort: 6379 }]"),
  service("shop", "redis", "{ selector: { app: redis }, ports: [{ port: 80, targetPort: 6379 }] }"),
  policy("shop", "closed", "{ podSelector: { matchLabels: { app: redis } }, policyTypes: [Ingress] }"),
);

const egressTo = (...apps: readonly string[]): string => {
  const peers = apps.map((app) => `{ podSelector: { matchLabels: { app: ${app} } } }`).join(", ");
  const rules = `[{ to: [${peers}], ports: [{ port: 6379 }] }]`;
  return policy(
    "shop",
    "out",
    `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: ${rules} }`,
  );
};

it("a rule in vain isn't told where pods are configured with what it leads to", async () => {
  const text = documents(WEB, REDIS, egressTo("redis"));
  expect(await rulesOf(text)).toEqual(["configured-address-blocked"]);
  // Who asks for one of them alone is told it.
  expect(await rulesOf(text, ["one-sided-flow"])).toEqual(["one-sided-flow"]);
});

it("a rule in vain is told where nothing is configured, or another policy denies", async () => {
  expect(await rulesOf(documents(pod("shop", "web"), REDIS, egressTo("redis")))).toEqual(["one-sided-flow"]);
  const mail = documents(
    pod("shop", "mail", "[{ containerPort: 6379 }]"),
    policy("shop", "sealed", "{ podSelector: { matchLabels: { app: mail } }, policyTypes: [Ingress] }"),
  );
  expect(await rulesOf(documents(WEB, REDIS, mail, egressTo("redis", "mail")))).toEqual([
    "configured-address-blocked",
    "one-sided-flow",
  ]);
});

describe("a port that is wrong for a backend", () => {
  const BACKEND = documents(
    pod("shop", "web", "[{ containerPort: 8080 }]"),
    service("shop", "web", "{ selector: { app: web }, ports: [{ port: 80, targetPort: 8080 }] }"),
    "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: web, namespace: shop }\nspec: { defaultBackend: { service: { name: web, port: { number: 80 } } } }\n",
  );
  const openOn = (port: number): string => {
    const rules = `[{ ports: [{ port: ${port} }] }]`;
    return policy(
      "shop",
      `on-${port}`,
      `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress], ingress: ${rules} }`,
    );
  };
  const ABOUT_PORTS = ["ingress-backend-blocked", "port-not-declared"];

  it("is told with the backend", async () => {
    expect(await rulesOf(documents(BACKEND, openOn(9090)), ABOUT_PORTS)).toEqual(["ingress-backend-blocked"]);
  });

  it("is told by itself where nothing else is asked for, or the backend is reached", async () => {
    expect(await rulesOf(documents(BACKEND, openOn(9090)), ["port-not-declared"])).toEqual([
      "port-not-declared",
    ]);
    expect(await rulesOf(documents(BACKEND, openOn(9090), openOn(8080)), ABOUT_PORTS)).toEqual([
      "port-not-declared",
    ]);
  });
});
