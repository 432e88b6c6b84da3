import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { pod, stream } from "./manifests.js";
import { runAnp } from "../support/run-anp.js";

const addressed = (app: string, ip: string): string =>
  `${pod("shop", app).trimEnd()}\nstatus: { podIP: "${ip}" }\n`;
const egress = (rule: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web, namespace: shop }
spec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [${rule}] }
`;
const PODS = [addressed("web", "10.1.0.4"), addressed("cart", "10.1.0.5")] as const;
const BY_BLOCK = stream(...PODS, egress("{ to: [{ ipBlock: { cidr: 10.1.0.0/16 } }] }"));
const BY_LABEL = stream(...PODS, egress("{ to: [{ podSelector: {} }] }"));
const ASK = ["explain", "-f", ".", "shop/web", "shop/cart", "--port"];

async function explain(text: string, port: string, ...more: readonly string[]): Promise<string> {
  const { stdout } = await runAnp([...ASK, port, ...more], { cwd: folderWith({ "a.yaml": text }) });
  return stdout.replaceAll(/\s+/g, " ");
}

describe("without a plugin, explain names those that answer otherwise", () => {
  it("by asking each of them", async () => {
    expect(await explain(BY_BLOCK, "80")).toContain("note with --plugin cilium: denied");
    expect(JSON.parse(await explain(BY_BLOCK, "80", "-o", "json"))).toMatchObject({
      differsOn: [{ plugin: "cilium", verdicts: ["denied"] }],
    });
  });

  it("and says nothing where all of them agree", async () => {
    expect(await explain(BY_LABEL, "80")).not.toContain("with --plugin");
    expect(JSON.parse(await explain(BY_LABEL, "80", "-o", "json"))).not.toHaveProperty("differsOn");
  });

  it("with what each comes to, where that is not one thing", async () => {
    const text = stream(...PODS, egress("{ to: [{ podSelector: {} }], ports: [{ port: 80 }] }"));
    const ping = await runAnp(["explain", "-f", ".", "shop/web", "shop/cart", "--protocol", "icmp"], {
      cwd: folderWith({ "a.yaml": text }),
    });
    const words = ping.stdout.replaceAll(/\s+/g, " ");
    expect(words).toMatch(/with --plugin (?=[^;]*cilium)[^;]*: denied; (?=[^;]*kube-router)[^;]*: allowed/);
  });

  it("and not where a plugin or the strict profile is named", async () => {
    expect(await explain(BY_BLOCK, "80", "--plugin", "cilium")).not.toContain("with --plugin");
    expect(await explain(BY_BLOCK, "80", "--profile", "strict")).not.toContain("with --plugin");
  });
});

describe("with a plugin, explain names the rows that decide", () => {
  it("with their source", async () => {
    const words = await explain(BY_BLOCK, "80", "--plugin", "cilium@1.18");
    expect(words).toMatch(/^DENIED/);
    expect(words).toMatch(
      /note cilium 1\.18: ipBlock never matches a pod .*\(CIL-1, documented 2026-09-15: https:\/\/github\.com\/cilium/,
    );
  });

  it("or says that it comes to the same", async () => {
    expect(await explain(BY_LABEL, "80", "--plugin", "cilium")).toContain(
      "cilium 1.20 answers like the reference profile here",
    );
  });

  it("beside strict leaves open what they do not settle", async () => {
    expect(await explain(BY_BLOCK, "80", "--profile", "strict")).toMatch(/^UNDEFINED/);
    expect(await explain(BY_BLOCK, "80", "--profile", "strict", "--plugin", "cilium")).toMatch(/^DENIED/);
    expect(await explain(BY_BLOCK, "80", "--profile", "strict", "--plugin", "weave")).toMatch(/^UNDEFINED/);
  });
});

describe("--plugin auto", () => {
  const agent = (name: string): object => ({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: "kube-system" },
    spec: { selector: {}, template: { metadata: { labels: { a: "b" } }, spec: { containers: [] } } },
  });

  it("goes by what a dump of a cluster shows, and says by what", async () => {
    const cwd = folderWith({
      "dump.json": listJson(JSON.stringify(agent("calico-node"))),
      "a.yaml": BY_BLOCK,
    });
    const ask = [
      "explain",
      "--snapshot",
      "dump.json",
      "-f",
      "a.yaml",
      "shop/web",
      "shop/cart",
      "--port",
      "80",
    ];
    const { stderr, stdout } = await runAnp([...ask, "--plugin", "auto"], { cwd });
    expect(stderr).toContain("network plugin: calico 3.32, recognised by DaemonSet kube-system/calico-node");
    expect(stdout).toContain("calico 3.32 answers like the reference profile here");
  });

  it("says that nothing was recognised", async () => {
    const cwd = folderWith({ "a.yaml": BY_BLOCK });
    const { stderr } = await runAnp([...ASK, "80", "--plugin", "auto"], { cwd });
    expect(stderr).toContain("no network plugin was recognised: answers are those of the reference profile");
  });

  it("says in the chain that a policy selects an end and isn't enforced", async () => {
    const cwd = folderWith({ "a.yaml": BY_BLOCK });
    const { stdout } = await runAnp([...ASK, "80", "--plugin", "flannel"], { cwd });
    expect(stdout).toMatch(
      /no policy that flannel enforces selects it for egress +default allow\n +not enforced: NetworkPolicy shop\/\S+\n/,
    );
    expect(stdout).toMatch(/no policy of any tier selects it for ingress/);
    const { stdout: plain } = await runAnp([...ASK, "80"], { cwd });
    expect(plain).not.toContain("not enforced");
  });

  it("says of one tier that a policy of it isn't enforced", async () => {
    const deny = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: deny }
spec: { tier: Admin, priority: 7, subject: { namespaces: {} }, egress: [{ action: Deny, to: [{ namespaces: {} }] }] }
`;
    const cwd = folderWith({ "a.yaml": `${BY_BLOCK}---\n${deny}` });
    const { stdout } = await runAnp([...ASK, "80", "--plugin", "aws"], { cwd });
    expect(stdout).toMatch(
      /Admin tier +no policy that aws \S+ enforces selects it\n +not enforced: ClusterNetworkPolicy deny\n/,
    );
  });

  it("says which policies of an end the plugin doesn't enforce, and lists them nowhere else", async () => {
    const cwd = folderWith({ "a.yaml": BY_BLOCK });
    const { stdout } = await runAnp(["explain", "-f", "a.yaml", "shop/web", "--plugin", "flannel", "--all"], {
      cwd,
    });
    expect(stdout).toMatch(/note {2}flannel doesn't enforce NetworkPolicy shop\/\S+, which selects it/);
    expect(stdout).not.toContain("not concerned");
    const json = await runAnp(["explain", "-f", "a.yaml", "shop/web", "--plugin", "flannel", "-o", "json"], {
      cwd,
    });
    expect(JSON.parse(json.stdout)).toMatchObject({
      endpoints: [{ unenforced: [{ kind: "NetworkPolicy" }] }],
    });
    const named = await runAnp(["explain", "-f", "a.yaml", "shop/web", "--plugin", "calico", "-o", "json"], {
      cwd,
    });
    expect(named.stdout).not.toContain("unenforced");
  });

  it("concerns a policy of which the plugin reads a field otherwise", async () => {
    const policy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ports, namespace: shop }
spec: { podSelector: {}, policyTypes: [Egress], egress: [{ ports: [{ port: 80, endPort: 90 }] }] }
`;
    const cwd = folderWith({ "a.yaml": stream(BY_BLOCK, policy) });
    for (const names of [["shop/web"], ["shop/web", "shop/cart", "--port", "85"]]) {
      const { stdout } = await runAnp(
        ["explain", "-f", "a.yaml", ...names, "--all", "--plugin", "cilium@1.15"],
        { cwd },
      );
      expect(stdout.slice(stdout.indexOf("not concerned"))).not.toContain("NetworkPolicy shop/ports ");
    }
  });

  it("says that several were recognised, and takes none of them", async () => {
    const both = stream(
      BY_BLOCK,
      `${JSON.stringify(agent("calico-node"))}\n`,
      `${JSON.stringify(agent("cilium"))}\n`,
    );
    const cwd = folderWith({ "a.yaml": both });
    const { stderr, stdout } = await runAnp([...ASK, "80", "--plugin", "auto"], { cwd });
    expect(stderr).toContain(
      "several network plugins were recognised, cilium by DaemonSet kube-system/cilium and calico by DaemonSet kube-system/calico-node: answers are those of the reference profile; say with --plugin which one enforces policies",
    );
    expect(stdout).not.toContain("cilium 1.20 answers");
  });

  it("does not compare two states of different plugins", async () => {
    const state = (name: string): string => stream(BY_BLOCK, `${JSON.stringify(agent(name))}\n`);
    const cwd = folderWith({ "old.yaml": state("calico-node"), "new.yaml": state("cilium") });
    const { code, stderr } = await runAnp(["diff", "old.yaml", "new.yaml", "--plugin", "auto"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("different network plugins: calico 3.32 before, cilium 1.20 after");
  });
});

it("a config names the plugin, and the option counts before it", async () => {
  const cwd = folderWith({ "a.yaml": BY_BLOCK, "anp.yaml": "plugin: cilium@1.18\n" });
  expect((await runAnp([...ASK, "80"], { cwd })).stdout).toMatch(/^DENIED/);
  expect((await runAnp([...ASK, "80", "--plugin", "calico"], { cwd })).stdout).toMatch(/^ALLOWED/);
});

describe("a pod that sends to its own Service", () => {
  const text = stream(
    addressed("web", "10.1.0.4"),
    `apiVersion: v1
kind: Service
metadata: { name: front, namespace: shop }
spec: { type: LoadBalancer, selector: { app: web }, ports: [{ port: 80, targetPort: 8080 }] }
status: { loadBalancer: { ingress: [{ ip: 203.0.113.9 }] } }
`,
    `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress] }
`,
  );
  const answer = async (to: string): Promise<string> => {
    const args = ["explain", "-f", ".", "shop/web", to, "--port", "80", "--plugin", "ovn-kubernetes"];
    const { stdout } = await runAnp(args, { cwd: folderWith({ "a.yaml": text }) });
    return stdout.replaceAll(/\s+/g, " ");
  };

  it("is let in by a plugin that lets it in whatever policies say", async () => {
    const words = await answer("svc/shop/front");
    expect(words).toMatch(/^ALLOWED /);
    expect(words).toContain(
      "no rule lets TCP 8080 in, but the network plugin lets a pod reach itself through a Service.",
    );
  });

  it("is not known to be where what it sends may leave the cluster and come back", async () => {
    const words = await answer("203.0.113.9");
    expect(words).toMatch(/^UNDEFINED /);
    expect(words).toContain("leaves the cluster and returns from another source");
  });
});
