import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";
import { schemaOf } from "../../support/schemas.js";
import { throughText } from "../../../src/report/service-words.js";
import { clusterDnsObjects, documents, pod, policy, service } from "../../support/exposure.js";
import {
  explainFlow,
  loadSources,
  QuestionError,
  REFERENCE,
  STRICT,
  type Explanation,
  type Profile,
} from "../../../src/index.js";

async function ask(text: string, to: string, port?: string, from = "shop/web"): Promise<Explanation> {
  const loaded = await loadSources([{ name: "a.yaml", text }]);
  return explainFlow(loaded, { from, to, ...(port === undefined ? {} : { port }) });
}

/** Each result in one line: what is sent to, what gets it, on which port, and what comes of it. */
function linesOf({ results }: Explanation): string[] {
  return results.map(({ path, to, traffic, verdict, isHairpin }) => {
    const [port] = [traffic.TCP, traffic.UDP, traffic.SCTP].flat();
    const sent = `${path?.port?.port ?? path?.number ?? "-"} ${path?.entrance?.type ?? "at once"}`;
    return `${sent} -> ${to.members.join("+")} ${port?.join("-") ?? ""}${isHairpin ? " itself" : ""} ${verdict}`;
  });
}

const codesOf = ({ notes }: Explanation): string[] => notes.map(({ code }) => code);

const PODS = documents(
  pod("shop", "web"),
  pod("shop", "cart", "[{ name: http, containerPort: 8080 }, { name: admin, containerPort: 9000 }]"),
);
const TWO_PORTS =
  "{ selector: { app: cart }, ports: [{ name: web, port: 80, targetPort: http }, { name: admin, port: 81, targetPort: admin }] }";

describe("the ports of a Service", () => {
  const text = documents(PODS, service("shop", "cart", TWO_PORTS));

  it.each([
    [
      "all of them without --port",
      undefined,
      ["80 cluster -> shop/pod/cart 8080-8080 allowed", "81 cluster -> shop/pod/cart 9000-9000 allowed"],
    ],
    ["by number", "81", ["81 cluster -> shop/pod/cart 9000-9000 allowed"]],
    ["by the Service's name for it", "web", ["80 cluster -> shop/pod/cart 8080-8080 allowed"]],
    ["in a range", "81-99", ["81 cluster -> shop/pod/cart 9000-9000 allowed"]],
  ])("%s", async (_, port, lines) => {
    expect(linesOf(await ask(text, "svc/cart", port))).toEqual(lines);
  });

  it.each(["82", "8080", "http", "80/udp", "82-99", "80,82"])("are not %s", async (port) => {
    await expect(ask(text, "svc/cart", port)).rejects.toThrow("no service port");
  });

  it("are all that can be asked about", async () => {
    const loaded = await loadSources([{ name: "a.yaml", text }]);
    const question = { from: "shop/web", to: "svc/cart", protocol: "icmp" };
    expect(() => explainFlow(loaded, question)).toThrow("another protocol");
  });
});

describe("a Service", () => {
  it.each(["10.96.0.7/32", "10.96.0.7"])("is asked about by %s", async (to) => {
    const own = service(
      "shop",
      "cart",
      "{ clusterIP: 10.96.0.7, selector: { app: cart }, ports: [{ port: 80, targetPort: 8080 }] }",
    );
    expect(linesOf(await ask(documents(PODS, own), to))).toEqual([
      "80 cluster -> shop/pod/cart 8080-8080 allowed",
    ]);
  });

  it("sends nothing", async () => {
    const text = documents(PODS, service("shop", "cart", TWO_PORTS));
    const asked = ask(text, "shop/web", undefined, "svc/cart");
    await expect(asked).rejects.toThrow(QuestionError);
    await expect(asked).rejects.toMatchObject({
      problem: { code: "service-as-source", name: "shop/cart", behind: ["shop/cart"] },
    });
  });

  it("is found by a name that no workload has, which is said", async () => {
    const text = documents(PODS, service("shop", "basket", TWO_PORTS));
    expect(codesOf(await ask(text, "shop/basket", "80"))).toContain("is-a-service");
    expect(codesOf(await ask(text, "shop/cart", "80"))).not.toContain("is-a-service");
  });

  it("of a name in two namespaces is ambiguous", async () => {
    const text = documents(PODS, service("shop", "a", TWO_PORTS), service("till", "a", TWO_PORTS));
    await expect(ask(text, "svc/a", "80")).rejects.toMatchObject({
      problem: { code: "ambiguous", candidates: ["shop/svc/a", "till/svc/a"] },
    });
  });

  it("that is not there is told from those that are", async () => {
    const text = documents(PODS, service("shop", "cart", TWO_PORTS));
    await expect(ask(text, "svc/crat", "80")).rejects.toMatchObject({
      problem: { code: "not-found", kind: "Service", suggestions: ["shop/svc/cart"] },
    });
  });

  it("is one of several at an address that they share, told apart by their ports", async () => {
    const shared = (name: string, port: number): string =>
      service(
        "shop",
        name,
        `{ selector: { app: cart }, externalIPs: [192.0.2.1], ports: [{ port: ${port}, targetPort: 8080 }] }`,
      );
    const text = documents(PODS, shared("a", 80), shared("b", 81));
    const { results } = await ask(text, "192.0.2.1", "81");
    expect(results.map(({ path }) => [path?.service.ref.name, path?.entrance?.type])).toEqual([
      ["b", "external"],
    ]);
  });
});

/** A slice of Service cart that leads to an address on a port. */
function sliceOf(address: string, port: number, keeper: string | undefined): string {
  const kept = keeper === undefined ? "" : `, endpointslice.kubernetes.io/managed-by: ${keeper}`;
  return `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: cart-extra, namespace: shop, labels: { kubernetes.io/service-name: cart${kept} } }
addressType: IPv4
endpoints: [{ addresses: [${address}] }]
ports: [{ name: web, port: ${port} }]
`;
}

describe("a slice beside what a Service selects", () => {
  const known = `${pod("shop", "cart", "[{ name: http, containerPort: 8080 }]").trimEnd()}
status: { podIP: 10.1.0.5 }
`;
  const spec = "{ selector: { app: cart }, ports: [{ name: web, port: 80, targetPort: http }] }";
  const own = "80 cluster -> shop/pod/cart 8080-8080 allowed";
  const askWith = async (slice: string, of = spec): Promise<Explanation> =>
    ask(documents(pod("shop", "web"), known, service("shop", "cart", of), slice), "svc/cart");

  it.each<[what: string, slice: string, lines: readonly string[]]>([
    [
      "leads where nobody else does",
      sliceOf("192.0.2.9", 8080, undefined),
      [own, "80 cluster -> ip/192.0.2.9 8080-8080 allowed"],
    ],
    [
      "does so whoever keeps it",
      sliceOf("192.0.2.9", 8081, "somebody.example.com"),
      [own, "80 cluster -> ip/192.0.2.9 8081-8081 allowed"],
    ],
    [
      "is nothing more if the control plane keeps it",
      sliceOf("192.0.2.9", 8080, "endpointslice-controller.k8s.io"),
      [own],
    ],
    ["adds no pod that is selected", sliceOf("10.1.0.5", 8080, undefined), [own]],
    [
      "adds another port of a pod that is selected",
      sliceOf("10.1.0.5", 9000, undefined),
      [own, "80 cluster -> shop/pod/cart 9000-9000 allowed"],
    ],
  ])("%s", async (_, slice, lines) => {
    expect(linesOf(await askWith(slice))).toEqual(lines);
  });

  it("is named with its place for what hangs on it, headless or not, and for nothing else", async () => {
    const headless = spec.replace("{ ", "{ clusterIP: None, ");
    for (const of of [spec, headless]) {
      const { results } = await askWith(sliceOf("192.0.2.9", 8080, undefined), of);
      expect(results.map(({ path }) => path?.addedBy?.ref.name)).toEqual([undefined, "cart-extra"]);
      const texts = results.map((each) => throughText(each) ?? "");
      expect(texts[0]).not.toContain("EndpointSlice");
      expect(texts[1]).toMatch(/, to what EndpointSlice shop\/cart-extra \(a\.yaml:\d+:\d+\) adds to it:/);
    }
  });

  it("has no port of the Service's, which is no word about containers", async () => {
    const { notes } = await askWith(
      sliceOf("192.0.2.9", 8080, undefined).replace("name: web", "name: other"),
    );
    expect(notes).toContainEqual({
      code: "backends-without-port",
      service: "shop/cart",
      port: "web",
      backends: ["192.0.2.9"],
      isListed: true,
    });
  });

  it("is in the JSON as the schema says", async () => {
    const files = {
      "a.yaml": documents(
        pod("shop", "web"),
        known,
        service("shop", "cart", spec),
        sliceOf("192.0.2.9", 8080, undefined),
      ),
      "shop.anp-test.yaml": `apiVersion: anp.dev/v1alpha1
kind: PolicyTest
sources: [a.yaml]
tests:
- { name: nobody reaches it, from: shop/web, denied: ["shop/svc/cart:80"] }
`,
    };
    const cwd = folderWith(files);
    const explained = await runAnp(["explain", "shop/web", "shop/svc/cart", "-f", "a.yaml", "-o", "json"], {
      cwd,
    });
    expect(schemaOf("explain")(JSON.parse(explained.stdout))).toEqual([]);
    expect(explained.stdout).toContain('"addedBy"');
    const audited = await runAnp(
      ["audit", "egress", "-f", "a.yaml", "--to", "shop/svc/cart", "--from", "shop/web", "-o", "json"],
      { cwd },
    );
    expect(schemaOf("audit")(JSON.parse(audited.stdout))).toEqual([]);
    expect(audited.stdout).toContain('"added-endpoints"');
    const tested = await runAnp(["test", "-o", "json"], { cwd });
    expect(schemaOf("test")(JSON.parse(tested.stdout))).toEqual([]);
    expect(tested.stdout).toContain('"addedBy"');
    expect((await runAnp(["test"], { cwd })).stdout).toMatch(
      /EndpointSlice shop\/cart-extra adds it to what the Service selects {2}a\.yaml:\d/,
    );
  });
});

describe("behind a Service", () => {
  it("a port that no list has leads nowhere, and one that the slice names does", async () => {
    const spec = "{ clusterIP: 10.96.0.1, ports: [{ name: a, port: 80 }, { name: b, port: 81 }] }";
    const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: x-1, namespace: shop, labels: { kubernetes.io/service-name: x } }
addressType: IPv4
endpoints: [{ addresses: [192.0.2.9] }]
ports: [{ name: b, port: 8081 }]
`;
    const text = documents(PODS, service("shop", "x", spec), slice);
    expect(linesOf(await ask(text, "svc/x"))).toEqual([
      "81 cluster -> ip/192.0.2.9 8081-8081 allowed",
      "80 at once ->  80-80 unknown",
    ]);
    const { results } = await ask(text, "svc/x", "80");
    expect(results.map(({ verdict, reasons }) => [verdict, ...reasons.map(({ code }) => code)])).toEqual([
      ["unknown", "no-backends"],
    ]);
    const { notes } = await ask(text, "svc/x", "80");
    expect(notes).toContainEqual({
      code: "backends-without-port",
      service: "shop/x",
      port: "a",
      backends: ["192.0.2.9"],
      isListed: true,
    });
  });

  it("doesn't say that pods are missing that are there and listen on no such port", async () => {
    const spec = "{ selector: { app: cart }, ports: [{ port: 80, targetPort: none }] }";
    const cwd = folderWith({ "a.yaml": documents(PODS, service("shop", "cart", spec)) });
    const { stdout } = await runAnp(["explain", "shop/web", "shop/svc/cart", "-f", "a.yaml"], { cwd });
    expect(stdout).toContain("the endpoints of the Service: the input has none that listen on this port");
    expect(stdout).toContain("declares no port named none");
  });

  it("a workload of several replicas meets itself and another one, a single pod only itself", async () => {
    const workload = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec: { replicas: ${replicas}, template: { metadata: { labels: { app: cart } }, spec: { containers: [] } } }
`;
    const closed = policy("shop", "closed", "{ podSelector: {}, policyTypes: [Ingress] }");
    const spec = "{ selector: { app: cart }, ports: [{ port: 80 }] }";
    const lines = async (replicas: number): Promise<string[]> =>
      linesOf(
        await ask(
          documents(workload(replicas), service("shop", "cart", spec), closed),
          "svc/cart",
          "80",
          "shop/cart",
        ),
      );
    expect(await lines(2)).toEqual([
      "80 cluster -> shop/deployment/cart 80-80 denied",
      "80 cluster -> shop/deployment/cart 80-80 itself undefined",
    ]);
    expect(await lines(1)).toEqual(["80 cluster -> shop/deployment/cart 80-80 itself undefined"]);
  });

  it("a pod that a headless Service names reaches its own address", async () => {
    const closed = policy("shop", "closed", "{ podSelector: {}, policyTypes: [Ingress] }");
    const spec = "{ clusterIP: None, selector: { app: cart }, ports: [{ port: 80 }] }";
    const text = documents(PODS, service("shop", "cart", spec), closed);
    const { results } = await ask(text, "svc/cart", "80", "shop/cart");
    expect(results.map(({ isLoopback, isHairpin, verdict }) => [isLoopback, isHairpin, verdict])).toEqual([
      [true, false, "allowed"],
    ]);
  });

  it("each family has the Service's address of that family", async () => {
    const dual = `apiVersion: v1
kind: Pod
metadata: { name: cart, namespace: shop, labels: { app: cart } }
spec: { containers: [] }
status: { podIPs: [{ ip: 10.0.0.2 }, { ip: "fd00::2" }] }
`;
    const spec = (addresses: string): string =>
      `{ clusterIPs: [${addresses}], selector: { app: cart }, ports: [{ port: 80 }] }`;
    const families = async (addresses: string): Promise<unknown> => {
      const text = documents(pod("shop", "web"), dual, service("shop", "cart", spec(addresses)));
      const { results } = await ask(text, "svc/cart", "80");
      return results.map(({ family, path }) => [
        family,
        path?.entrance !== undefined && "address" in path.entrance && path.entrance.address?.family,
      ]);
    };
    expect(await families('10.96.0.1, "fd02::1"')).toEqual([
      ["IPv4", "IPv4"],
      ["IPv6", "IPv6"],
    ]);
    expect(await families('"fd02::1"')).toEqual([["IPv6", "IPv6"]]);
  });

  it("only the families that it is for are asked about, headless or without an address yet", async () => {
    const dual = (name: string, last: number): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${name} } }
spec: { containers: [] }
status: { podIPs: [{ ip: 10.0.0.${last} }, { ip: "fd00::${last}" }] }
`;
    const v4 = policy(
      "shop",
      "cart",
      "{ podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: 10.0.0.0/8 } }] }] }",
    );
    const verdicts = async (spec: string): Promise<unknown> => {
      const ports = "selector: { app: cart }, ports: [{ port: 80 }]";
      const text = documents(
        dual("web", 1),
        dual("cart", 2),
        v4,
        service("shop", "cart", `{ ${spec} ${ports} }`),
      );
      return (await ask(text, "svc/cart", "80")).results.map(({ family, verdict }) => `${family} ${verdict}`);
    };
    expect(await verdicts("clusterIP: None, ipFamilies: [IPv6],")).toEqual(["IPv6 denied"]);
    expect(await verdicts("ipFamilies: [IPv4],")).toEqual(["IPv4 allowed"]);
    expect(await verdicts("clusterIP: None,")).toEqual(["IPv4 allowed", "IPv6 denied"]);
  });

  it("pods of manifests have the families that Services ask for, where no address shows one", async () => {
    const spec = "{ ipFamilies: [IPv6], selector: { app: cart }, ports: [{ port: 80 }] }";
    const text = documents(
      pod("shop", "web"),
      pod("shop", "cart"),
      policy("shop", "cart", '{ podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: "::/0" } }] }] }'),
      service("shop", "cart", spec),
    );
    const { results } = await ask(text, "svc/cart", "80");
    expect(results.map(({ family, verdict }) => `${family} ${verdict}`)).toEqual(["IPv6 allowed"]);
  });

  it("what a load balancer doesn't let in may come in by node ports and external addresses", async () => {
    const spec = (more: string): string =>
      `{ type: LoadBalancer, loadBalancerSourceRanges: [203.0.113.0/24], selector: { app: cart }, ports: [{ port: 80 }]${more} }`;
    const noted = async (from: string, more = "", to = "svc/cart"): Promise<unknown> => {
      const text = documents(PODS, service("shop", "cart", spec(more)));
      const { notes } = await ask(text, to, "80", from);
      return notes.filter(({ code }) => code === "ways-around-balancer");
    };
    const code = "ways-around-balancer";
    expect(await noted("8.8.8.8")).toEqual([{ code, service: "shop/cart", hasAddresses: false }]);
    const external = ", externalIPs: [198.51.100.7]";
    expect(await noted("internet", external)).toEqual([{ code, service: "shop/cart", hasAddresses: true }]);
    expect(await noted("203.0.113.5")).toEqual([]);
    expect(await noted("shop/web")).toEqual([]);
    expect(await noted("8.8.8.8", external, "198.51.100.7")).toEqual([]);
    const none = ", allocateLoadBalancerNodePorts: false";
    expect(await noted("8.8.8.8", none)).toEqual([]);
    expect(await noted("8.8.8.8", `${none}${external}`)).toEqual([
      { code, service: "shop/cart", hasAddresses: true },
    ]);
  });

  it("backends are counted once, whatever ports are asked for", async () => {
    const open = policy(
      "shop",
      "cart",
      "{ podSelector: { matchLabels: { app: cart } }, ingress: [{ ports: [{ port: 8080 }] }] }",
    );
    const text = documents(PODS, service("shop", "cart", TWO_PORTS), open);
    expect((await ask(text, "svc/cart")).backends).toEqual({ allowed: 0, total: 1 });
    expect((await ask(text, "svc/cart", "80")).backends).toEqual({ allowed: 1, total: 1 });
  });
});

describe("a name is looked up first", () => {
  const toCart =
    "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [{ to: [{ podSelector: { matchLabels: { app: cart } } }] }] }";
  const text = documents(
    PODS,
    service("shop", "cart", TWO_PORTS),
    clusterDnsObjects(),
    policy("shop", "web", toCart),
  );

  it("which is said of a Service's name, and not of its address", async () => {
    const { notes } = await ask(text, "svc/cart", "80");
    expect(notes.find(({ code }) => code === "dns-first")).toMatchObject({
      from: "shop/web",
      to: "kube-system/kube-dns",
      verdicts: ["denied"],
      policies: ["NetworkPolicy shop/web"],
    });
    expect(codesOf(await ask(text, "shop/cart", "8080"))).not.toContain("dns-first");
  });

  it("and says nothing where nothing else is allowed and that is", async () => {
    const toDns =
      "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [{ to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } } }] }] }";
    const open = documents(
      PODS,
      service("shop", "cart", TWO_PORTS),
      clusterDnsObjects(),
      policy("shop", "web", toDns),
    );
    expect(codesOf(await ask(open, "svc/cart", "80"))).not.toContain("dns-first");
  });

  it("but not by what is no pod", async () => {
    expect(codesOf(await ask(text, "svc/cart", "80", "192.0.2.1"))).not.toContain("dns-first");
  });
});

describe("a CIDR and a Service (S-VIP-1)", () => {
  const status = "status: { podIP: 10.0.0.2, phase: Running }\n";
  const text = (block: string, more = ""): string =>
    documents(
      pod("shop", "web"),
      `${pod("shop", "cart", "[{ containerPort: 8080 }]", more)}${status}`,
      service(
        "shop",
        "cart",
        "{ clusterIP: 10.96.0.7, externalIPs: [198.51.100.9], selector: { app: cart }, ports: [{ port: 80, targetPort: 8080 }] }",
      ),
      policy(
        "shop",
        "egress",
        `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [{ to: [{ ipBlock: { cidr: ${block} } }], ports: [{ port: 8080 }, { port: 80 }] }] }`,
      ),
    );
  const askIn = async (
    profile: Profile,
    block: string,
    to = "svc/cart",
    more?: string,
  ): Promise<Pick<Explanation["results"][number], "verdict" | "leanings"> | undefined> => {
    const loaded = await loadSources([{ name: "a.yaml", text: text(block, more) }]);
    return explainFlow(loaded, { from: "shop/web", to, port: "80", profile }).results[0];
  };

  it.each([
    ["10.0.0.0/24", "svc/cart", "allowed"],
    ["10.96.0.0/16", "svc/cart", "denied"],
    ["10.96.0.0/16", "10.96.0.7", "denied"],
    ["10.0.0.0/8", "svc/cart", "allowed"],
    ["192.0.2.0/24", "svc/cart", "denied"],
  ] as const)("%s asked through %s is %s by the pod's address", async (block, to, verdict) => {
    expect((await askIn(REFERENCE, block, to))?.verdict).toBe(verdict);
  });

  it("says so where the Service's address would change the verdict, and leaves it open in profile strict", async () => {
    expect((await askIn(REFERENCE, "10.96.0.0/16"))?.leanings).toEqual(["address-rewriting"]);
    expect((await askIn(REFERENCE, "192.0.2.0/24"))?.leanings).toEqual([]);
    expect((await askIn(STRICT, "10.96.0.0/16"))?.verdict).toBe("undefined");
    expect((await askIn(STRICT, "192.0.2.0/24"))?.verdict).toBe("denied");
  });

  it("stays open for external addresses, and for host pods, which count as their node", async () => {
    expect((await askIn(REFERENCE, "198.51.100.0/24", "198.51.100.9"))?.verdict).toBe("undefined");
    expect((await askIn(REFERENCE, "10.96.0.0/16", "svc/cart", "hostNetwork: true, "))?.verdict).toBe(
      "undefined",
    );
  });
});
