import { configOptionTests, gateFromOptionTests } from "./config-options.js";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { adminEgress, DENY_ALL, namespace, pod, SHOP, stream, webEgress } from "./manifests.js";
import { expectDebug } from "./debug.js";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { sourceOptionTests, type OptionTests } from "./source-options.js";

const ASK = ["shop/web", "shop/cart"];

async function explain(args: readonly string[], text = SHOP): Promise<Run> {
  return runAnp(["explain", "-f", ".", ...args], { cwd: folderWith({ "a.yaml": text }) });
}

interface Answer {
  readonly flow: { readonly protocol: string; readonly ports: readonly (readonly [number, number])[] };
  readonly verdict: string;
}

/** The answers as short texts: `TCP 7070 allowed`. */
async function answers(...args: readonly string[]): Promise<string[]> {
  const { stdout } = await explain([...ASK, ...args, "-o", "json"]);
  const { results } = JSON.parse(stdout) as { results: readonly Answer[] };
  return results.map(({ flow, verdict }) => {
    const runs = flow.ports.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
    return `${flow.protocol} ${runs.join(",")} ${verdict}`;
  });
}

async function codeOf(...args: readonly string[]): Promise<number> {
  return (await explain([...ASK, ...args])).code;
}

/** The suggestions of an answer, with the codes of its notes on them. */
async function suggestionsOf(...args: readonly string[]): Promise<{
  readonly suggestions: readonly { readonly verdict: string }[];
  readonly codes: readonly string[];
}> {
  const { stdout } = await explain([...ASK, ...args, "--suggest", "-o", "json"]);
  const { suggestions, suggestionNotes } = JSON.parse(stdout) as {
    suggestions: readonly { readonly verdict: string }[];
    suggestionNotes: readonly { readonly code: string }[];
  };
  return { suggestions, codes: suggestionNotes.map(({ code }) => code) };
}

export const EXPLAIN_OPTIONS: OptionTests = {
  ...sourceOptionTests("explain"),
  ...configOptionTests(["explain", "-f", "a.yaml", "shop/web", "shop/cart"]),
  ...gateFromOptionTests(["explain", "shop/web", "shop/cart", "--port", "7070"]),
  "--new-namespace": async () => {
    const known = stream(SHOP, namespace("shop", "{ team: red }"));
    const { code, stderr } = await explain(["shp/app=web", "shop/cart", "--port", "7070"], known);
    expect(code).toBe(2);
    for (const word of ['"shp"', "did you mean shop?", "--new-namespace shp"]) expect(stderr).toContain(word);
    expect(
      (await explain(["shp/app=web", "shop/cart", "--port", "7070", "--new-namespace", "shp"], known)).code,
    ).toBe(0);
  },
  "--port": async () => {
    expect(await answers("--port", "7070")).toEqual(["TCP 7070 allowed"]);
    expect(await answers("--port", "7071")).toEqual(["TCP 7071 denied"]);
    expect(await answers("--port", "7069-7071")).toEqual(["TCP 7070 allowed", "TCP 7069,7071 denied"]);
    expect(await answers("--port", "80,443,7070")).toEqual(["TCP 7070 allowed", "TCP 80,443 denied"]);
    expect(await answers("--port", "grpc")).toEqual(["TCP 7070 allowed"]);
    expect(await answers("--port", "dns")).toEqual(["UDP 53 denied"]);
    expect(await answers("--port", "7070/udp")).toEqual(["UDP 7070 denied"]);
    expect(await answers("--port", "7070/tcp,7070/sctp")).toEqual(["TCP 7070 allowed", "SCTP 7070 denied"]);
    expect(await answers()).toContain("TCP 7070 allowed");
    expect(await answers()).toContain("UDP 1-65535 denied");
    for (const wrong of ["0", "65536", "90-80", "80/icmp", "HTTP", "80,", ""])
      expect(await codeOf("--port", wrong)).toBe(2);
  },
  "--plugin": async () => {
    const sctp = ["--port", "7070", "--protocol", "sctp"];
    const open = stream(pod("shop", "web"), pod("shop", "cart"));
    expect((await explain([...ASK, ...sctp, "--expect", "allowed"], open)).code).toBe(0);
    expect((await explain([...ASK, ...sctp, "--plugin", "cilium", "--expect", "denied"], open)).code).toBe(0);
    const on = await explain([...ASK, ...sctp, "--plugin", "cilium+sctp", "--expect", "allowed"], open);
    expect(on.code).toBe(0);
    const mistakes = [
      ["cillium", /unknown network plugin "cillium"\n.*did you mean cilium\?/],
      ["cilium@new", /needs a version such as cilium@1\.18, not "new"/],
      ["cilium+sctpp", /no feature "sctpp" .*\n.*did you mean sctp\?/],
      ["aws+sctp", /no feature "sctp" .*\n.*features are no-policy, strict/],
      ["cilium@1.19+match-pods", /cilium 1\.19 has no match-pods: it came with 1\.20/],
      ["weave+sctp", /no feature "sctp" .*\n.*has none that is off by default/],
      ["zzz", /unknown network plugin "zzz"\n.*plugins are antrea, aws, /],
    ] as const;
    for (const [text, message] of mistakes) {
      const { code, stderr } = await explain([...ASK, "--plugin", text]);
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
    }
  },
  "--profile": async () => {
    const inCluster = webEgress('{ to: [{ ipBlock: { cidr: "10.0.0.0/8" } }] }');
    const cart = `${pod("shop", "cart").trimEnd()}\nstatus: { podIP: "10.1.2.3" }\n`;
    const text = stream(pod("shop", "web"), cart, inCluster);
    const ask = [...ASK, "--port", "80", "--expect"];
    expect((await explain([...ask, "allowed"], text)).code).toBe(0);
    expect((await explain([...ask, "undefined", "--profile", "strict"], text)).code).toBe(0);
    const { code, stderr } = await explain([...ASK, "--profile", "mine"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--profile "mine"\n.*reference, strict/);
    const plugin = await explain([...ASK, "--profile", "cilium@1.18"]);
    expect(plugin.code).toBe(2);
    expect(plugin.stderr).toMatch(/--profile "cilium@1\.18"\n.*use --plugin cilium@1\.18/);
    expect((await explain([...ASK, "--profile", "stric"])).stderr).toContain("did you mean strict?");
  },
  "--protocol": async () => {
    expect(await answers("--port", "7070", "--protocol", "udp")).toEqual(["UDP 7070 denied"]);
    expect(await answers("--port", "7070,53/tcp", "--protocol", "sctp")).toEqual([
      "TCP 53 denied",
      "SCTP 7070 denied",
    ]);
    expect(await answers("--protocol", "tcp")).toEqual(["TCP 7070 allowed", "TCP 1-7069,7071-65535 denied"]);
    expect(await answers("--protocol", "icmp")).toHaveLength(1);
    expect(await answers("--protocol", "other")).toEqual(await answers("--protocol", "icmp"));
    expect(await codeOf("--protocol", "icmp", "--port", "80")).toBe(2);
    expect(await codeOf("--protocol", "quic")).toBe(2);
  },
  "--all": async () => {
    const text = stream(
      SHOP,
      adminEgress("elsewhere", DENY_ALL).replace("namespaces: {}", "namespaces: { matchLabels: { a: b } }"),
    );
    const some = await explain([...ASK, "--port", "7070"], text);
    const all = await explain([...ASK, "--port", "7070", "--all"], text);
    expect(some.stdout).not.toContain("elsewhere");
    expect(all.stdout).toMatch(/not concerned\n\s+ClusterNetworkPolicy elsewhere\s+a\.yaml:\d+:1\n/);
    const markdown = await explain([...ASK, "--port", "7070", "--all", "-o", "md"], text);
    expect(markdown.stdout).toContain("ClusterNetworkPolicy elsewhere");
    const overview = await explain(["shop/cart", "--all"], text);
    expect(overview.stdout).toMatch(/not concerned\n\s+ClusterNetworkPolicy elsewhere/);
    // Rules that did not match are shown too.
    const missed = [
      '{ action: Deny, name: "first", to: [{ networks: ["192.0.2.0/24"] }] }',
      '{ action: Accept, name: "second", to: [{ namespaces: {} }] }',
    ];
    const asked = stream(
      SHOP.replace("spec: { containers", 'status: { podIP: "10.0.0.9" }\nspec: { containers').replace(
        "kind: Pod\nmetadata: { name: cart",
        'kind: Pod\nstatus: { podIP: "10.0.0.8" }\nmetadata: { name: cart',
      ),
      adminEgress("steps", ...missed),
    );
    expect((await explain([...ASK, "--port", "7070"], asked)).stdout).not.toContain('"first"');
    expect((await explain([...ASK, "--port", "7070", "--all"], asked)).stdout).toContain('"first"');
  },
  "--brief": async () => {
    const { stdout } = await explain([...ASK, "--port", "7070,80", "--brief"]);
    expect(stdout.split("\n").map((line) => line.split("  ")[0])).toEqual(["ALLOWED", "DENIED", ""]);
    expect(await codeOf("--brief", "--all")).toBe(2);
    expect(await codeOf("--brief", "-o", "json")).toBe(2);
  },
  "--expect": async () => {
    expect(await codeOf("--port", "7070", "--expect", "allowed")).toBe(0);
    expect(await codeOf("--port", "7070", "--expect", "denied")).toBe(1);
    expect(await codeOf("--port", "7071", "--expect", "denied")).toBe(0);
    expect(await codeOf("--port", "7070,7071", "--expect", "allowed")).toBe(1);
    expect(await codeOf("--port", "7070,7071", "--expect", "denied")).toBe(1);
    expect(await codeOf("--port", "7070", "--expect", "unknown")).toBe(1);
    expect(await codeOf("--port", "7070", "--expect", "yes")).toBe(2);
  },
  "--exit-code": async () => {
    expect(await codeOf("--port", "7071")).toBe(0);
    expect(await codeOf("--port", "7070", "--exit-code")).toBe(0);
    expect(await codeOf("--port", "7071", "--exit-code")).toBe(1);
    expect(await codeOf("--exit-code")).toBe(1);
    // An expectation says what counts as fine.
    expect(await codeOf("--port", "7071", "--exit-code", "--expect", "denied")).toBe(2);
  },
  "--suggest": async () => {
    const { code, stdout } = await explain([...ASK, "--port", "7071", "--suggest"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /suggestions\n {2}1 {2}add TCP 7071 to rule 1 of NetworkPolicy shop\/cart-from-web\n/,
    );
    expect(stdout).toContain("opens no other flow\n\n--- a/a.yaml\n+++ b/a.yaml\n");
    expect((await explain([...ASK, "--port", "7071"])).stdout).not.toContain("suggestions");
    const markdown = await explain([...ASK, "--port", "7071", "--suggest", "-o", "md"]);
    expect(markdown.stdout).toContain("```diff\n--- a/a.yaml\n");
    expect((await suggestionsOf("--port", "7071")).suggestions[0]?.verdict).toBe("allowed");
    expect((await suggestionsOf("--port", "7070")).suggestions[0]?.verdict).toBe("denied");
    // Of what the pod declares, one port is denied.
    expect((await suggestionsOf()).codes).toEqual(["declared-ports"]);
    expect(await codeOf("--suggest", "--brief")).toBe(2);
    expect((await explain(["shop/cart", "--suggest"])).code).toBe(2);
    expect((await explain([...ASK, "--suggest", "-f", "nowhere"])).code).toBe(2);
    // An expectation is about the files as they are.
    expect(await codeOf("--port", "7071", "--suggest", "--exit-code")).toBe(1);
  },
  "--show": async () => {
    const ask = async (...args: readonly string[]): Promise<Run> =>
      explain([...ASK, "--port", "7071", "--suggest", ...args]);
    const headers = /^--- a\//gm;
    const one = await ask();
    const second = await ask("--show", "2");
    const all = await ask("--show", "all");
    expect(one.stdout.match(headers)).toHaveLength(1);
    expect(second.stdout.match(headers)).toHaveLength(1);
    expect(all.stdout.match(headers)?.length).toBeGreaterThan(2);
    const patchOf = (stdout: string): string => stdout.slice(stdout.indexOf("--- a/"));
    expect(patchOf(second.stdout)).not.toBe(patchOf(one.stdout));
    // The numbers are those of the same call without it.
    const numbered = (stdout: string): string[] =>
      stdout.match(/^ {2}\d {2}[^(\n]*/gm)?.map((line) => line.trim()) ?? [];
    expect(numbered(second.stdout)).toEqual(numbered(one.stdout));
    expect((await explain([...ASK, "--port", "7071", "--show", "2"])).stdout).toBe(second.stdout);
    for (const wrong of ["0", "-1", "two", "1.5", "99"]) expect((await ask("--show", wrong)).code).toBe(2);
  },
  "--apply": async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const ask = (...args: readonly string[]): Promise<Run> =>
      runAnp(["explain", "-f", "a.yaml", ...ASK, "--port", "7071", ...args], { cwd });
    const { code, stderr } = await ask("--suggest", "--apply", "1");
    expect(code).toBe(0);
    expect(stderr).toContain("wrote suggestion 1 to a.yaml\n");
    expect((await ask("--expect", "allowed")).code).toBe(0);
    for (const wrong of ["0", "all", "99"]) expect((await ask("--apply", wrong)).code).toBe(2);
    expect((await ask("--apply", "1", "--expect", "denied")).code).toBe(2);
  },
  "--output": async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const run = (...args: readonly string[]): Promise<Run> =>
      runAnp(["explain", "-f", "a.yaml", ...ASK, "--port", "7070", ...args], { cwd });
    const text = (await run()).stdout;
    expect(text).toMatch(/^ALLOWED {2}shop\/web/);
    expect((await run("-o", "text")).stdout).toBe(text);
    expect(JSON.parse((await run("-o", "json")).stdout).results[0].verdict).toBe("allowed");
    expect((await run("-o", "md")).stdout).toMatch(/^\*\*ALLOWED\*\*/);
    const both = await run("-o", "json=answer.json", "-o", "md=answer.md", "--output", "text");
    expect(both.stdout).toBe(text);
    expect(JSON.parse(readFileSync(`${cwd}/answer.json`, "utf8")).version).toBe(1);
    expect(readFileSync(`${cwd}/answer.md`, "utf8")).toMatch(/^\*\*ALLOWED\*\*/);
    expect(await run("-o", "json=none/answer.json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("none/answer.json"),
    });
    for (const wrong of [
      ["-o", "xml"],
      ["-o", "json="],
      ["-o", "json", "-o", "text"],
      ["-o", "sarif"],
    ])
      expect((await run(...wrong)).code).toBe(2);
  },
  "--debug": () => expectDebug(["explain", "-f", ".", ...ASK]),
};
