import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web }
spec: { podSelector: {} }
`;
const OVERLAY = "resources: [../base]\nnamespace: dev\n";

interface Finding {
  readonly rule: string;
  readonly notes?: readonly string[];
  readonly file: string;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

async function findingsIn(
  files: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<{ readonly exit: number; readonly findings: readonly Finding[] }> {
  const { stdout, code } = await runAnp(["lint", "-o", "json", ...options, "."], { cwd: folderWith(files) });
  return { exit: code, findings: (JSON.parse(stdout) as { findings: Finding[] }).findings };
}

describe("a file that can't be read, and the kustomizations that need it", () => {
  const files = {
    "base/kustomization.yaml": "resources: [web.yaml]\n",
    "base/web.yaml": POLICY.replace("spec:", " spec:"),
    "overlays/dev/kustomization.yaml": OVERLAY.replace("../base", "../../base"),
    "overlays/prod/kustomization.yaml": OVERLAY.replace("../base", "../../base").replace("dev", "prod"),
  };

  it("are one finding, at the file", async () => {
    const { exit, findings } = await findingsIn(files);
    expect(exit).toBe(3);
    expect(findings.map(({ rule, file }) => `${rule} ${file}`)).toEqual(["not-analysed base/web.yaml"]);
    expect(findings[0]?.notes?.join("\n")).toContain(
      "it keeps `overlays/dev/kustomization.yaml` and `overlays/prod/kustomization.yaml` from being rendered",
    );
  });

  it("are told by the kustomizations where the file is accepted unread", async () => {
    const { exit, findings } = await findingsIn(files, "--accept", "base/web.yaml");
    expect(exit).toBe(3);
    expect(findings.map(({ file }) => file)).toEqual(["overlays/dev/kustomization.yaml"]);
  });

  it("keep what else is wrong with a kustomization", async () => {
    const remote = "resources: [https://example.com/base]\n";
    const { findings } = await findingsIn({ ...files, "overlays/prod/kustomization.yaml": remote });
    expect(findings.map(({ file }) => file)).toEqual(["base/web.yaml", "overlays/prod/kustomization.yaml"]);
  });
});

describe("the policies that an allow-all cancels", () => {
  const policy = (name: string, more: string, namespace = "shop"): string =>
    `---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: ${name}, namespace: ${namespace} }\nspec: { ${more} }\n`;
  const OPEN = "podSelector: {}, policyTypes: [Ingress], ingress: [{}]";
  const closed = (name: string): string => policy(name, `podSelector: { matchLabels: { app: ${name} } }`);
  const told = async (text: string, ...options: readonly string[]): Promise<readonly string[]> => {
    const { findings } = await findingsIn({ "a.yaml": text }, "--only", "allow-all-cancels-deny", ...options);
    return findings.map(({ file, range, message }) => {
      expect(file).toBe("a.yaml");
      return `${range.start.line} ${message}`;
    });
  };

  it("are one finding, at the rule that cancels them", async () => {
    const text = policy("open", OPEN) + closed("web") + closed("db") + closed("cart");
    expect(await told(text)).toEqual([
      "5 `NetworkPolicy shop/cart`, `NetworkPolicy shop/db` and `NetworkPolicy shop/web` restrict no ingress: ingress rule 1 of `NetworkPolicy shop/open` allows everything for the same pods",
    ]);
  });

  it("are a finding for each rule that does", async () => {
    const away = (text: string): string => text.replaceAll("namespace: shop", "namespace: away");
    const shop = policy("open", OPEN) + closed("web") + closed("db");
    expect(await told(shop + away(shop))).toHaveLength(2);
  });

  it("are one of its own, at the policy, where there is no other", async () => {
    expect(await told(policy("open", OPEN) + closed("web"))).toEqual([
      expect.stringMatching(/^10 `NetworkPolicy shop\/web` restricts no ingress/),
    ]);
  });

  it("stay a finding where a comment suppresses one of them, and none where it is at the rule", async () => {
    const text = policy("open", OPEN) + closed("web") + closed("db");
    const ignore = "# anp: ignore[allow-all-cancels-deny] known\n";
    expect(await told(text.replace("spec: { podSelector: { matchLabels", `${ignore}$&`))).toHaveLength(1);
    expect(await told(text.replace("spec: { podSelector: {}", `${ignore}$&`))).toEqual([]);
  });
});

describe("policies of another kind in several sets", () => {
  const istio = (kind: string, name: string): string =>
    `apiVersion: security.istio.io/v1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: shop }\n`;
  const files = {
    "a/kustomization.yaml": "resources: [auth.yaml, web.yaml]\n",
    "a/web.yaml": POLICY,
    "a/auth.yaml": istio("AuthorizationPolicy", "web"),
    "b/kustomization.yaml": "resources: [peer.yaml, auth.yaml, cilium.yaml, web.yaml]\n",
    "b/web.yaml": POLICY.replace("{}", "{ matchLabels: { app: web } }"),
    "b/auth.yaml": istio("AuthorizationPolicy", "web"),
    "b/peer.yaml": istio("PeerAuthentication", "web"),
    "b/cilium.yaml":
      "apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\nmetadata: { name: web, namespace: shop }\n",
  };

  it("are one finding for each vendor, which counts none twice", async () => {
    const { findings } = await findingsIn(files);
    const found = findings.filter(({ rule }) => rule === "unevaluated-policy-kinds");
    expect(found.map(({ file, message }) => `${file} ${message}`)).toEqual([
      "a/auth.yaml objects of kinds `AuthorizationPolicy` (`security.istio.io/v1`) and `PeerAuthentication` (`security.istio.io/v1`) are not evaluated",
      "b/cilium.yaml one object of kind `CiliumNetworkPolicy` (`cilium.io/v2`) is not evaluated",
    ]);
  });

  it("of one set are counted", async () => {
    const { findings } = await findingsIn({
      "a.yaml": istio("AuthorizationPolicy", "web"),
      "b.yaml": istio("AuthorizationPolicy", "db"),
    });
    expect(findings.map(({ message }) => message)).toEqual([
      "2 objects of kind `AuthorizationPolicy` (`security.istio.io/v1`) are not evaluated",
    ]);
  });
});

describe("rules of one policy that let pods reach the metadata service", () => {
  const web =
    "apiVersion: v1\nkind: Pod\nmetadata: { name: web, namespace: shop, labels: { app: web } }\nspec: { containers: [{ name: main }] }\nstatus: { podIPs: [{ ip: 10.1.0.5 }, { ip: 'fd00:1::5' }] }\n";
  const policy = (name: string, ...egress: readonly string[]): string =>
    `---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: ${name}, namespace: shop }\nspec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [${egress.join(", ")}] }\n`;
  const to = (cidr: string, except: string, port = 80): string =>
    `{ to: [{ ipBlock: { cidr: "${cidr}", except: ["${except}"] } }], ports: [{ port: ${port} }] }`;
  const V4 = to("0.0.0.0/0", "10.0.0.0/8");
  const V6 = to("::/0", "fd00:1::/64");
  const found = async (...policies: readonly string[]): Promise<readonly Finding[]> =>
    (await findingsIn({ "a.yaml": web + policies.join("") }, "--only", "metadata-address-reachable"))
      .findings;

  it("are one finding, with what each address needs", async () => {
    const [first, ...more] = await found(policy("web", V4, V6));
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      help: "add `169.254.169.254/32` to `except`, and `fd00:ec2::254/128` where IPv6 is allowed",
      related: [{ message: "here too" }],
    });
  });

  it.each([
    ["of two policies", [policy("web", V4), policy("web-2", V6)], 2],
    ["alone", [policy("web", V4)], 1],
    ["that only one of them opens", [policy("web", V4, to("::/0", "fd00:1::/64", 443))], 1],
  ])("are told by themselves: %s", async (_, policies, count) => {
    const all = await found(...policies);
    expect(all).toHaveLength(count);
    for (const each of all) expect(each).toMatchObject({ related: [] });
  });
});
