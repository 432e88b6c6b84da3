import { describe, expect, it } from "vitest";
import { auditEgress } from "../../../src/questions/audit/audit.js";
import { loadSources } from "../../../src/index.js";
import { lookUpAudit } from "../../../src/questions/ask/audit.js";
import { namespace, stream } from "../../cli/manifests.js";
import { NO_TRAFFIC } from "../../../src/base/net/traffic.js";
import { Work } from "../../../src/base/limits/work.js";
import type { Audit, AuditGroup } from "../../../src/questions/audit/result.js";

const KEYS = ["app", "team", "tier", "part", "ring", "zone"];

/** Policies by labels of several keys, each of which opens a port of its own of an address: they tell many sorts of pods apart. */
function byLabels(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const [key, other] = [KEYS[i % 6] as string, KEYS[(i + 1 + (i % 4)) % 6] as string];
    const labels = { [key]: `v${i % 7}`, [other]: `v${(i * 3) % 11}` };
    return policy(
      `by-labels-${i}`,
      labels,
      `[{to: [{ipBlock: {cidr: 192.0.2.0/24}}], ports: [{port: ${8000 + i}}]}]`,
    );
  });
}

function policy(name: string, labels: Record<string, string>, egress: string): string {
  const podSelector = JSON.stringify({ matchLabels: labels });
  return `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: ${name}, namespace: shop}, spec: {podSelector: ${podSelector}, policyTypes: [Egress], egress: ${egress}}}\n`;
}

const WEB = `{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: v0, team: v1}}, spec: {containers: [{name: main}]}}\n`;

async function audited(
  policies: readonly string[],
  steps: number,
  except: readonly string[] = [],
): Promise<{
  readonly audit: Audit;
  readonly work: Work;
  readonly of: (id: string) => readonly AuditGroup[];
}> {
  const text = stream(namespace("shop"), WEB, ...policies);
  const { cluster } = await loadSources([{ name: "a.yaml", text }]);
  const to = ["192.0.2.7/32", "198.51.100.7/32"];
  const question = lookUpAudit(cluster, { to, from: [], except, namespace: undefined });
  if (!question.ok) throw new Error(JSON.stringify(question.problem));
  const work = new Work(steps);
  const audit = auditEgress({ ...cluster, work }, question.value);
  const of = (id: string): readonly AuditGroup[] =>
    audit.classes.map(({ groups }) => groups.find(({ endpoints }) => endpoints.includes(id)) as AuditGroup);
  return { audit, work, of };
}

/** Far from enough to tell all labels of 90 policies apart. */
const FEW_STEPS = 60_000_000;

describe("pods that do not exist yet, in a namespace whose policies tell many sorts of pods apart", () => {
  it("are reachable without any policy where none is about all pods, and one reason says so", async () => {
    const { audit, of } = await audited(byLabels(90), FEW_STEPS);
    for (const { status, open } of of("new/shop")) {
      expect(status).toBe("reachable");
      expect(open.map(({ by }) => by.decider.type)).toEqual(["default"]);
    }
    expect(of("shop/pod/web").map(({ status }) => status)).toEqual(["reachable", "reachable"]);
    expect(audit.isWhole).toBe(true);
  });

  it("are reachable where all pods may reach a part, though what else they may reach is too much to tell", async () => {
    const all = policy("all-web", {}, `[{to: [{ipBlock: {cidr: 192.0.2.0/24}}], ports: [{port: 443}]}]`);
    const { work } = await audited([...byLabels(60), all], Infinity);
    const { of } = await audited([...byLabels(60), all], Math.floor(work.spent / 3));
    const [there, elsewhere] = of("new/shop") as [AuditGroup, AuditGroup];
    expect(there.status).toBe("reachable");
    expect(there.open.some(({ traffic }) => traffic.TCP.some(([first]) => first === 443))).toBe(true);
    // Nothing opens the other address to anybody, but not all of the labels were looked at.
    expect(elsewhere.status).toBe("undecided");
    expect(there.denied).toEqual(NO_TRAFFIC);
  });

  it("leave the answers for pods that exist whole where they are too many", async () => {
    const none = policy("deny-all", {}, "[]");
    const { audit, work, of } = await audited([...byLabels(90), none], FEW_STEPS);
    // Whether the policies are about ICMP is left open (S-ICMP-1); nothing else is.
    for (const { status, missing } of of("shop/pod/web")) {
      expect(status).toBe("undecided");
      expect(missing).toMatchObject([{ code: "unsettled", reasons: [{ code: "other-protocol" }] }]);
    }
    const [there] = of("new/shop") as [AuditGroup];
    expect(there.status).toBe("undecided");
    expect(there.missing).toMatchObject([{ code: "unsettled", reasons: [{ code: "limit" }] }]);
    expect(audit.isWhole).toBe(false);
    expect(work.limit).toBe("work");
    expect(work.isOver).toBe(false);
  });

  it("are told apart by all of their labels where that is little", async () => {
    const none = policy("deny-all", {}, "[]");
    const { audit, of } = await audited([...byLabels(4), none], Infinity);
    const [there] = of("new/shop") as [AuditGroup];
    expect(there.status).toBe("reachable");
    const ports = there.open.flatMap(({ traffic }) => traffic.TCP.map(([first]) => first)).toSorted();
    expect(ports).toEqual([8000, 8001, 8002, 8003]);
    expect(audit.isWhole).toBe(true);
  });

  it("are not asked about with labels of excepted pods: then no pod without labels speaks for them", async () => {
    const { of } = await audited(byLabels(2), Infinity, ["shop/web"]);
    expect(of("new/shop").map(({ status }) => status)).toEqual(["reachable", "reachable"]);
  });
});

describe("a pod without labels that policies ask for", () => {
  it.each([
    ["has a label of which some ask the absence", "DoesNotExist", "default"],
    ["lacks a label of which some ask the presence", "Exists", "default"],
  ])("%s", async (_, operator, decider) => {
    const selective = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: some, namespace: shop}, spec: {podSelector: {matchExpressions: [{key: ring, operator: ${operator}}]}, policyTypes: [Egress], egress: []}}\n`;
    const { of } = await audited([selective], Infinity);
    for (const { status, open } of of("new/shop")) {
      expect(status).toBe("reachable");
      expect(open.map(({ by }) => by.decider.type)).toEqual([decider]);
    }
  });
});
