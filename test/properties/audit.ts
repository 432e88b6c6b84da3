import { atomsOf, endsOf, FAMILIES, type Atom, type End } from "./questions.js";
import { auditEgress } from "../../src/questions/audit/audit.js";
import { check, Mismatch } from "./run.js";
import { describe, scenario, type Scenario } from "./generate/scenario.js";
import { evaluate, type QueryEnd } from "../reference/reference.js";
import { load, requireAccepted } from "./program.js";
import { lookUpAudit } from "../../src/questions/ask/audit.js";
import { Random } from "./generate/random.js";
import { readCluster } from "../reference/objects.js";
import { REFERENCE } from "../../src/index.js";
import { referenceOptions } from "./reference-options.js";
import { OTHER_TRAFFIC, trafficOf, type Traffic } from "../../src/base/net/traffic.js";
import { Shares } from "./shares.js";
import { smaller } from "./generate/smaller.js";
import type { AuditGroup } from "../../src/questions/audit/result.js";
import type { Cluster as ReferenceCluster } from "../reference/cluster.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { Verdict } from "../../src/cluster/model/verdict.js";

const CLUSTERS = 200;

/** How many pods with labels that someone may choose are made for each namespace. */
const NEW_PODS = 6;

/** Without the one of IPv6, which to the reference may be a pod's: it is unique-local. */
const METADATA = ["169.254.169.254", "100.100.100.200", "168.63.129.16"];

/**
 * Holds what an audit says of traffic that is sent at once equal to brute force: every address × every port and protocol × both
 * families, one by one, by the reference. @returns the statuses that the run met too rarely
 */
export async function checkAudit(): Promise<readonly string[]> {
  const shares = new Shares("statuses of pods and classes", [
    "reachable",
    "bypassed",
    "undecided",
    "overridable",
    "blocked",
  ]);
  const future = new Shares("what new pods come to", ["allowed", "denied", "open"]);
  await check({
    name: "audit",
    arbitrary: scenario,
    runs: CLUSTERS,
    isSlow: true,
    part: 400,
    holds: async (generated) => {
      const made = withBlocks(generated);
      const loaded = await load(made);
      requireAccepted(loaded);
      new Comparison(made, loaded.cluster, shares, future).run();
      const atoms = atomsOf(made);
      const one = atoms[new Random(made.spelling + 3).below(atoms.length)]!;
      new Comparison(made, loaded.cluster, shares, future, one).run();
    },
    smaller,
    show: (made) => describe(withBlocks(made)),
  });
  console.log(`${shares.toString()}\n${future.toString()}`);
  return [...shares.rare, ...future.rare];
}

/** Generated clusters block little: most get policies that do, wholly or nearly so. */
function withBlocks(made: Scenario): Scenario {
  const random = new Random(made.spelling + 17);
  const one = <T>(...some: readonly T[]): T => some[random.below(some.length)] as T;
  const everything = { networks: ["0.0.0.0/0", "::/0"] };
  const blocks = Array.from({ length: random.below(4) }, (_, i) => ({
    apiVersion: "policy.networking.k8s.io/v1alpha2",
    kind: "ClusterNetworkPolicy",
    metadata: { name: `block-${i}` },
    spec: {
      tier: one("Admin", "Admin", "Baseline"),
      priority: one(1, 3, 500 + i),
      subject: one<object>(
        { namespaces: {} },
        { namespaces: {} },
        { namespaces: { matchLabels: { team: "a" } } },
        {
          pods: {
            namespaceSelector: {},
            podSelector: { matchExpressions: [{ key: "app", operator: "NotIn", values: ["a"] }] },
          },
        },
      ),
      egress: [
        {
          action: "Deny",
          to: one<object[]>(
            [everything, { nodes: {} }],
            [everything],
            [{ networks: ["0.0.0.0/0"] }],
            [{ nodes: {} }],
          ),
          ...one<object>(
            {},
            {},
            {},
            { protocols: [{ tcp: { destinationPort: { range: { start: 1, end: 65535 } } } }] },
          ),
        },
      ],
    },
  }));
  return { ...made, objects: [...made.objects, ...(blocks as unknown as Scenario["objects"])] };
}

class Comparison {
  readonly #made: Scenario;
  readonly #cluster: Cluster;
  readonly #reference: ReferenceCluster;
  /** The same cluster without what is below the Admin tier: what is proved to be blocked holds there too. */
  readonly #admin: ReferenceCluster;
  readonly #atoms: readonly Atom[];
  readonly #random: Random;
  readonly #shares: Shares;
  readonly #future: Shares;
  readonly #asked: Atom | undefined;

  /** @param asked what alone is asked about; all traffic where it is missing */
  constructor(made: Scenario, cluster: Cluster, shares: Shares, future: Shares, asked?: Atom) {
    this.#made = made;
    this.#cluster = cluster;
    this.#reference = readCluster(made.objects, referenceOptions(made, REFERENCE));
    const objects = made.objects.filter((each) => !isBelowAdmin(each));
    this.#admin = readCluster(objects, referenceOptions({ ...made, objects }, REFERENCE));
    this.#asked = asked;
    this.#atoms = asked === undefined ? atomsOf(made) : [asked];
    this.#random = new Random(made.spelling);
    this.#shares = shares;
    this.#future = future;
  }

  run(): void {
    const addresses = this.#made.addresses.filter((each) => this.#isOutside(each)).slice(0, 3);
    const to = ["metadata", "nodes", ...addresses];
    const question = lookUpAudit(this.#cluster, { to, from: [], except: [], namespace: undefined });
    if (!question.ok) throw new Mismatch(`no question: ${JSON.stringify(question.problem)}`);
    const traffic = this.#asked === undefined ? {} : { traffic: trafficIn(this.#asked) };
    const { classes } = auditEgress(this.#cluster, { ...question.value, ...traffic });
    const nodes = endsOf(this.#made).sources.filter(({ query }) => "node" in query);
    for (const [i, { groups }] of classes.entries()) {
      const name = to[i] ?? "";
      for (const group of groups) {
        this.#shares.add([group.status], group.endpoints.length);
        this.#requireAsked(name, group);
      }
      const ends = (name === "metadata" ? METADATA : [name]).map((address): QueryEnd => ({ address }));
      if (name === "nodes") this.#compareNodes(groups, nodes);
      else this.#compare(groups, ends, name);
      this.#compareNew(groups, name === "nodes" ? nodes.map(({ query }) => query) : ends, name);
    }
  }

  /** A Service that leads there on another port than the one that is asked about is no way round its block. */
  #requireAsked(name: string, group: AuditGroup): void {
    const asked = this.#asked;
    if (asked === undefined) return;
    for (const each of group.bypasses) {
      if (each.id !== "B-2" && each.id !== "B-5") continue;
      const port = Number(each.to.slice(each.to.lastIndexOf(":") + 1));
      if (asked.protocol === "other" || port < asked.port || port > asked.last)
        this.#fail(`${each.id} ${each.to}`, name, new Set(), group);
    }
  }

  /** What no pod, node or Service has, and cannot be a pod's. */
  #isOutside(address: string): boolean {
    const question = lookUpAudit(this.#cluster, {
      to: [address],
      from: [],
      except: [],
      namespace: undefined,
    });
    if (!question.ok) return false;
    const [asked] = question.value.to;
    if (asked === undefined || typeof asked === "string") return false;
    const { endpoints, services } = asked.resolved;
    return services === undefined && endpoints.every(({ type }) => type === "addresses");
  }

  /** Pods of the input and addresses outside: the same verdicts, of a class of several addresses as far as it claims one. */
  #compare(groups: readonly AuditGroup[], ends: readonly QueryEnd[], name: string): void {
    for (const { from, group } of this.#sources(groups)) {
      const expected = this.#verdicts(from.query, ends);
      if (expected.size === 0) continue;
      const found = new Set<Verdict>(group.open.map(({ verdict }) => verdict));
      const isSingle = ends.length === 1;
      const wanted = [...expected].filter((each) => each !== "denied");
      const isSame = isSingle
        ? wanted.every((each) => found.has(each))
        : wanted.length === 0 || found.size > 0;
      if (!isSame) this.#fail(from.text, name, expected, group);
      if (expected.has("allowed") && !found.has("allowed")) this.#fail(from.text, name, expected, group);
      if (group.status === "blocked" || group.status === "overridable")
        if (wanted.length > 0) this.#fail(from.text, name, expected, group);
      if (group.status === "blocked") this.#requireBlocked(from.text, from.query, ends, name, group);
    }
  }

  #requireBlocked(
    text: string,
    from: QueryEnd,
    ends: readonly QueryEnd[],
    name: string,
    group: AuditGroup,
  ): void {
    const byAdmin = this.#verdicts(from, ends, this.#admin);
    if ([...byAdmin].some((each) => each !== "denied"))
      this.#fail(`${text}, the Admin tier alone`, name, byAdmin, group);
  }

  /** A pod on an unknown node may be on any of them: what is proved holds all the same. */
  #compareNodes(groups: readonly AuditGroup[], nodes: readonly End[]): void {
    const ends = nodes.map(({ query }) => query);
    for (const { from, group } of this.#sources(groups)) {
      const expected = this.#verdicts(from.query, ends);
      const isOpen = [...expected].some((each) => each !== "denied");
      if (isOpen && group.open.length === 0) this.#fail(from.text, "nodes", expected, group);
      if (expected.has("allowed") && !group.open.some(({ verdict }) => verdict === "allowed"))
        this.#fail(from.text, "nodes", expected, group);
      if (group.status === "blocked") this.#requireBlocked(from.text, from.query, ends, "nodes", group);
    }
  }

  /** A pod with any labels is one of those that do not exist yet: what is denied to these is denied to it. */
  #compareNew(groups: readonly AuditGroup[], ends: readonly QueryEnd[], name: string): void {
    for (const group of groups) {
      for (const id of group.endpoints.filter((each) => each.startsWith("new/"))) {
        const namespace = id === "new/*" ? "entirely-new" : id.slice("new/".length);
        const isDenied = group.open.length === 0;
        const met = new Set<Verdict>();
        for (let i = 0; i < NEW_PODS; i++) {
          const labels = this.#someLabels();
          for (const verdict of this.#verdicts({ labels, namespace }, ends)) {
            met.add(verdict);
            if (verdict !== "denied" && isDenied)
              this.#fail(`${namespace}/${JSON.stringify(labels)}`, name, new Set([verdict]), group);
          }
          if (group.status === "blocked")
            this.#requireBlocked(JSON.stringify(labels), { labels, namespace }, ends, name, group);
          // Whoever may choose the labels can choose these.
        }
        const isAllowed = group.open.some(({ verdict }) => verdict === "allowed");
        if (met.has("allowed") && !isAllowed) this.#fail(id, name, met, group);
        this.#future.add([isDenied ? "denied" : isAllowed ? "allowed" : "open"], 1);
      }
    }
  }

  /** Labels out of those that selectors of the scenario name, and others. */
  #someLabels(): Readonly<Record<string, string>> {
    const labels: Record<string, string> = {};
    for (const [key, values] of vocabularyOf(this.#made)) {
      const choice = this.#random.below(values.length + 2);
      if (choice === values.length) labels[key] = "another";
      else if (choice < values.length) labels[key] = values[choice] as string;
    }
    return labels;
  }

  #sources(groups: readonly AuditGroup[]): { readonly from: End; readonly group: AuditGroup }[] {
    const ends = endsOf(this.#made).sources.filter(({ isPod, isOfObject }) => isPod === true && isOfObject);
    return ends.flatMap((from) => {
      const group = groups.find(({ endpoints }) => endpoints.includes(from.text));
      return group === undefined ? [] : [{ from, group }];
    });
  }

  #verdicts(
    from: QueryEnd,
    ends: readonly QueryEnd[],
    cluster: ReferenceCluster = this.#reference,
  ): ReadonlySet<Verdict> {
    const found = new Set<Verdict>();
    for (const to of ends) {
      for (const family of FAMILIES) {
        for (const { protocol, port } of this.#atoms) {
          const query = { from, to, family, protocol };
          const answer = evaluate(cluster, port === undefined ? query : { ...query, port });
          if (answer.outcomes.length > 0) found.add(answer.verdict);
        }
      }
    }
    return found;
  }

  #fail(from: string, to: string, expected: ReadonlySet<Verdict>, group: AuditGroup): never {
    const open = group.open.map(
      ({ verdict, to: ends, traffic }) => `${verdict} ${ends.join()} ${JSON.stringify(traffic)}`,
    );
    throw new Mismatch(
      `${from} -> ${to}\n  reference: ${[...expected].join()}\n  audit: ${group.status}, ${group.endpoints.join(" ")}\n    ${open.join("\n    ")}`,
    );
  }
}

function trafficIn(atom: Atom): Traffic {
  return atom.protocol === "other" ? OTHER_TRAFFIC : trafficOf(atom.protocol, [[atom.port, atom.last]]);
}

/** True for policies that somebody below the cluster's administrators can undo (B-15). */
function isBelowAdmin(object: unknown): boolean {
  const { kind, spec } = object as { readonly kind?: unknown; readonly spec?: { readonly tier?: unknown } };
  if (kind === "NetworkPolicy" || kind === "BaselineAdminNetworkPolicy") return true;
  return kind === "ClusterNetworkPolicy" && spec?.tier !== "Admin";
}

/** Labels with their values in selectors of a scenario, wherever they stand. */
function vocabularyOf({ objects }: Scenario): readonly (readonly [string, readonly string[]])[] {
  const found = new Map<string, Set<string>>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach(visit);
    const record = value as Record<string, unknown>;
    const { matchLabels, matchExpressions } = record;
    for (const [key, each] of Object.entries((matchLabels ?? {}) as object)) add(key, each);
    if (Array.isArray(matchExpressions))
      for (const each of matchExpressions as { key?: string; values?: string[] }[]) {
        if (each.key === undefined) continue;
        add(each.key, undefined);
        for (const one of each.values ?? []) add(each.key, one);
      }
    Object.values(record).forEach(visit);
  };
  const add = (key: string, value: unknown): void => {
    const values = found.get(key) ?? new Set<string>();
    found.set(key, values);
    if (typeof value === "string") values.add(value);
  };
  objects.forEach(visit);
  return [...found].map(([key, values]) => [key, [...values]] as const).slice(0, 12);
}
