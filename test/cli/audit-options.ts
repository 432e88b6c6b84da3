import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { adminEgress, namespace, pod, SHOP, stream, webEgress } from "./manifests.js";
import { configOptionTests, gateFromOptionTests } from "./config-options.js";
import { expectDebug } from "./debug.js";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { sourceOptionTests, type OptionTests } from "./source-options.js";

/** What the JSON says, as far as these tests look at it. */
interface AuditJson {
  readonly classes: readonly {
    readonly class: string;
    readonly groups: readonly { readonly endpoints: readonly string[]; readonly status: string }[];
  }[];
}

const DENY_METADATA = adminEgress(
  "no-metadata",
  '{ action: Deny, to: [{ networks: ["169.254.169.254/32", "100.100.100.200/32", "168.63.129.16/32", "fd00:ec2::254/128"] }] }',
);

async function audit(args: readonly string[], text = SHOP, columns?: number): Promise<Run> {
  const cwd = folderWith({ "a.yaml": text });
  const terminal = columns === undefined ? {} : { columns };
  return runAnp(["audit", "egress", "-f", ".", ...args], { cwd, ...terminal });
}

/** `metadata: blocked shop/pod/web new/shop`, a line for each group. */
async function statuses(args: readonly string[], text = SHOP): Promise<readonly string[]> {
  const { stdout, stderr } = await audit([...args, "-o", "json", "--fail-on", "never"], text);
  if (stdout === "") throw new Error(stderr);
  const { classes } = JSON.parse(stdout) as AuditJson;
  return classes.flatMap((each) =>
    each.groups.map(({ status, endpoints }) => `${each.class}: ${status} ${endpoints.join(" ")}`),
  );
}

const codeOf = async (args: readonly string[], text = SHOP): Promise<number> =>
  (await audit(args, text)).code;

export const AUDIT_OPTIONS: OptionTests = {
  ...sourceOptionTests("audit"),
  ...configOptionTests(["audit", "egress", "-f", "a.yaml"]),
  ...gateFromOptionTests(["audit", "egress"]),
  "--plugin": async () => {
    const files = stream(namespace("shop"), pod("shop", "web"), DENY_METADATA);
    const to = ["--to", "metadata", "--protocol", "tcp"];
    expect(await statuses(to, files)).toEqual(["metadata: blocked shop/pod/web new/shop new/*"]);
    // kube-router reads no ClusterNetworkPolicy.
    const open = await statuses([...to, "--plugin", "kube-router"], files);
    expect(open).toEqual(["metadata: reachable shop/pod/web new/shop new/*"]);
    expect(await codeOf(["--plugin", "none"])).toBe(2);
  },
  "--to": async () => {
    const usual = await statuses([]);
    expect(usual.map((line) => line.split(":")[0])).toEqual(["metadata", "nodes", "api-server", "internet"]);
    expect(await statuses(["--to", "metadata", "--to", "10.9.0.0/16"], stream(SHOP, DENY_METADATA))).toEqual([
      "metadata: blocked shop/pod/cart shop/pod/web new/shop new/*",
      "10.9.0.0/16: reachable shop/pod/cart shop/pod/web new/shop new/*",
    ]);
    const { code, stderr } = await audit(["--to", "metdata"]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'anp: neither a class of destinations nor a name in the input: "metdata"\n' +
        "     did you mean metadata?\n" +
        "     classes: metadata, nodes, control-plane, api-server, internet, private, link-local, dns\n" +
        "     or a CIDR, an address, node/NAME, NS/svc/NAME, NS/NAME or a domain name\n",
    );
    expect((await audit(["--to", "wep"])).stderr).toContain("did you mean shop/web (Pod)?\n     classes: ");
    // Whoever names a namespace means no class.
    expect((await audit(["--to", "shop/wep"])).stderr).toMatch(
      /no pod or workload "wep"[^]*did you mean shop\/web/,
    );
  },
  "--from": async () => {
    expect(await statuses(["--to", "metadata", "--from", "shop/web"])).toEqual([
      "metadata: reachable shop/pod/web",
    ]);
    expect(await statuses(["--to", "metadata", "--from", "shop/app=ghost"])).toEqual([
      "metadata: reachable shop/labels/app=ghost",
    ]);
    for (const wrong of ["10.0.0.1", "internet", "shop/wep"])
      expect(await codeOf(["--to", "metadata", "--from", wrong])).toBe(2);
  },
  "--except": async () => {
    expect(await statuses(["--to", "metadata", "--except", "shop/cart"])).toEqual([
      "metadata: reachable shop/pod/web new/shop new/*",
    ]);
    expect(await statuses(["--to", "metadata", "--except", "ns/shop"])).toEqual([
      "metadata: reachable new/*",
    ]);
    expect(await codeOf(["--except", "192.0.2.0/24"])).toBe(2);
  },
  "--port": async () => {
    const ssh = adminEgress(
      "no-ssh",
      "{ action: Deny, to: [{ nodes: {} }], protocols: [{ tcp: { destinationPort: { number: 22 } } }] }",
    );
    const text = stream(SHOP, ssh);
    expect(await statuses(["--to", "nodes", "--port", "22"], text)).toEqual([
      "nodes: blocked shop/pod/cart shop/pod/web new/shop new/*",
    ]);
    expect((await statuses(["--to", "nodes", "--port", "22-23"], text))[0]).toMatch(/^nodes: bypassed /);
    for (const wrong of ["0", "http", "90-80"]) expect(await codeOf(["--port", wrong])).toBe(2);
  },
  "--protocol": async () => {
    const udp = adminEgress(
      "no-udp",
      "{ action: Deny, to: [{ nodes: {} }], protocols: [{ udp: { destinationPort: { range: { start: 1, end: 65535 } } } }] }",
    );
    expect((await statuses(["--to", "nodes", "--protocol", "udp"], stream(SHOP, udp)))[0]).toMatch(
      / blocked /,
    );
    expect((await statuses(["--to", "nodes", "--protocol", "icmp"], stream(SHOP, udp)))[0]).toMatch(
      / reachable /,
    );
    expect(await codeOf(["--protocol", "quic"])).toBe(2);
  },
  "--fail-on": async () => {
    const blocked = stream(SHOP, DENY_METADATA);
    expect(await codeOf([])).toBe(0);
    expect(await codeOf(["--fail-on", "reachable"])).toBe(1);
    expect(await codeOf(["--to", "metadata"])).toBe(1);
    expect(await codeOf(["--to", "metadata", "--fail-on", "never"])).toBe(0);
    expect(await codeOf(["--to", "metadata", "--fail-on", "bypassed"])).toBe(0);
    expect(await codeOf(["--to", "metadata"], blocked)).toBe(0);
    const open = await audit(["--to", "metadata", "--fail-on", "undecided", "--fail-on", "reachable"]);
    expect(open.stderr).toContain("exit 1: metadata reachable");
    const isolated = stream(SHOP, webEgress("{ to: [{ ipBlock: { cidr: 192.0.2.0/24 } }] }"));
    const ask = ["--to", "metadata", "--from", "shop/web"];
    expect(await codeOf([...ask, "--protocol", "tcp", "--fail-on", "overridable"], isolated)).toBe(1);
    expect(await codeOf(["--fail-on", "blocked"])).toBe(2);
  },
  "--new-namespace": async () => {
    const known = stream(SHOP, namespace("shop", "{ team: red }"));
    expect(await codeOf(["--from", "shp/app=web"], known)).toBe(2);
    expect(await codeOf(["--from", "shp/app=web", "--new-namespace", "shp"], known)).toBe(0);
  },
  // A name may have other addresses tomorrow: what the addresses of today come to is said beside that.
  "--dns": async () => {
    const files = {
      "a.yaml": stream(pod("shop", "web"), webEgress('{ to: [{ ipBlock: { cidr: "192.0.2.0/24" } }] }')),
      "dns.txt": "www.example.com: 192.0.2.1\nftp.example.com: [198.51.100.1]\n",
    };
    const ask = async (name: string, ...more: readonly string[]): Promise<string> => {
      const argv = ["--from", "shop/web", "--to", name, "--port", "443", "-o", "json", ...more];
      const { stdout } = await runAnp(["audit", "egress", "-f", "a.yaml", ...argv], {
        cwd: folderWith(files),
      });
      return (JSON.parse(stdout) as AuditJson).classes
        .flatMap(({ groups }) => groups.map((each) => each.status))
        .join();
    };
    expect(await ask("www.example.com", "--dns", "dns.txt")).toBe("reachable");
    expect(await ask("ftp.example.com", "--dns", "dns.txt")).toBe("undecided");
    expect(await ask("www.example.com")).toBe("undecided");
    expect(await codeOf(["--dns", "none.txt"])).toBe(2);
  },
  "--output": async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["audit", "egress", "-f", "a.yaml", ...args], { cwd });
    const text = (await run()).stdout;
    expect(text).toMatch(
      /^reachable: metadata, nodes, api-server, internet {2}\(2 workloads and future pods\)\n/,
    );
    const json = await run("-o", "json");
    expect(json.stdout.startsWith('{\n  "version": 1,')).toBe(true);
    const both = await run("-o", "json=audit.json", "--output", "text");
    expect(both.stdout).toBe(text);
    expect(readFileSync(`${cwd}/audit.json`, "utf8")).toBe(json.stdout);
    const csv = (await run("-o", "csv")).stdout.split("\n");
    expect(csv[0]).toBe("class,endpoint,status,decided by,at,ways round,missing");
    expect(csv).toContain("metadata,shop/pod/web,reachable,no policy restricts its egress,,,");
    const md = (await run("-o", "md")).stdout;
    expect(md).toMatch(
      /^\*\*reachable: metadata, nodes, api-server, internet {2}\(2 workloads and future pods\)\*\*\n/,
    );
    expect(md).toContain("| Pods | `metadata` | `nodes` | `api-server` | `internet` |");
    const sarif = JSON.parse((await run("-o", "sarif", "--to", "metadata")).stdout);
    expect(sarif.runs[0].results.map((each: { ruleId: string }) => each.ruleId)).toEqual([
      "egress-reachable",
    ]);
    const github = (await run("-o", "github", "--to", "metadata")).stdout;
    expect(github).toMatch(
      /^::error title=anp audit%3A reachable::metadata: reachable for shop\/pod\/cart, /,
    );
    expect((await run("-o", "github")).stdout).toMatch(/^::warning title=anp audit%3A reachable::metadata: /);
    expect((await run("-o", "json=a.yaml")).code).toBe(2);
    expect((await run("-o", "xml")).code).toBe(2);
  },
  "--suggest": async () => {
    const { code, stdout } = await audit(["--to", "metadata", "--suggest"]);
    expect(code).toBe(0);
    expect(stdout).toContain("# Proved: metadata is blocked for 1 group of pods, by the Admin tier.\n");
    expect(stdout).toContain(
      "---\napiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\n",
    );
    expect(await codeOf(["--suggest"])).toBe(2);
  },
  "--to-kind": async () => {
    const { stdout } = await audit(["--to", "metadata", "--suggest", "--to-kind", "adminnetworkpolicy"]);
    expect(stdout).toContain("\napiVersion: policy.networking.k8s.io/v1alpha1\nkind: AdminNetworkPolicy\n");
    expect(await codeOf(["--to", "metadata", "--to-kind", "AdminNetworkPolicy"])).toBe(2);
    expect(await codeOf(["--to", "metadata", "--suggest", "--to-kind", "NetworkPolicy"])).toBe(2);
  },
  "--color": async () => {
    const always = await audit(["--color", "always"]);
    // What pods can reach is what alarms, as on the page.
    expect(always.stdout).toContain("\u001b[31m\u001b[1mreachable");
    expect((await audit(["--color", "never"], SHOP, 100)).stdout).not.toContain("\u001b[");
    expect(await codeOf(["--color", "maybe"])).toBe(2);
  },
  "--ascii": async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const env = { LANG: "C.UTF-8" };
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["audit", "egress", "-f", "a.yaml", ...args], { cwd, env });
    expect((await run()).stdout).toContain("→");
    expect((await run("--ascii")).stdout).not.toContain("→");
  },
  "--debug": () => expectDebug(["audit", "egress"]),
};
