import { describe, expect, it } from "vitest";
import { documents, findingsOf, service } from "../../support/exposure.js";

function web(env: string, app = "web"): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${app}, namespace: shop }
spec:
  selector: { matchLabels: { app: ${app} } }
  template:
    metadata: { labels: { app: ${app} } }
    spec: { containers: [{ name: web, image: web, env: [{ name: URL, value: "${env}" }] }] }
`;
}

const DENY = `{ name: rest, action: Deny, to: [{ networks: ["0.0.0.0/0", "::/0"] }] }`;

function names(list: string, { rest = DENY, port = 443, app = "web" } = {}): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: names }
spec:
  tier: Admin
  priority: 7
  subject: { pods: { namespaceSelector: {}, podSelector: { matchLabels: { app: ${app} } } } }
  egress:
    - { name: names, action: Accept, to: [{ domainNames: [${list}] }], protocols: [{ tcp: { destinationPort: { number: ${port} } } }] }
    - ${rest}
`;
}

async function unlisted(...texts: readonly string[]): Promise<string[]> {
  const all = await findingsOf("domain-name-unlisted", documents(...texts));
  return all.map(
    ({ at, facts: { workload, setting, host, port, listed, moreListed } }) =>
      `${at}: ${workload} ${setting} ${host}:${port}, of ${listed.join(" ")} + ${moreListed}`,
  );
}

describe("a name that pods are configured with and that their names lack", () => {
  it.each<[what: string, texts: readonly string[], expected: string]>([
    [
      "another name",
      [web("https://pay.example.org/v1?key=secret"), names("api.example.com")],
      "api.example.com: shop/web URL pay.example.org:443, of api.example.com + 0",
    ],
    [
      "the name above a wildcard",
      [web("example.com:443"), names('"*.example.com"')],
      '"*.example.com": shop/web URL example.com:443, of *.example.com + 0',
    ],
    [
      "on another port too",
      [web("http://pay.example.org"), names("a.example.com, b.example.com, c.example.com, d.example.com")],
      "a.example.com: shop/web URL pay.example.org:80, of a.example.com b.example.com c.example.com + 1",
    ],
  ])("%s", async (_what, texts, expected) => {
    expect(await unlisted(...texts)).toEqual([expected]);
  });
});

describe("nothing is said of", () => {
  it.each<[what: string, texts: readonly string[]]>([
    ["a name that is listed", [web("https://API.example.com."), names("api.example.com")]],
    ["one below a wildcard", [web("https://a.b.example.com"), names('"*.example.com"')]],
    ["a listed name on another port", [web("http://api.example.com"), names("api.example.com")]],
    [
      "a name that the rest lets through",
      [
        web("https://pay.example.org"),
        names("api.example.com", { rest: `{ name: rest, action: Deny, to: [{ networks: [10.0.0.0/8] }] }` }),
      ],
    ],
    [
      "pods without such a list",
      [web("https://pay.example.org"), web("text", "api"), names("api.example.com", { app: "api" })],
    ],
    [
      "a Service",
      [
        web("http://db.shop:80"),
        names("api.example.com"),
        service("shop", "db", "{ ports: [{ port: 80 }] }"),
      ],
    ],
    ["a name of the cluster", [web("http://db.other.svc.cluster.local"), names("api.example.com")]],
    ["a word", [web("db:5432"), names("api.example.com")]],
    ["an address", [web("http://192.0.2.7"), names("api.example.com")]],
  ])("%s", async (_what, texts) => {
    expect(await unlisted(...texts)).toEqual([]);
  });
});
