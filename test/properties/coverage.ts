import { Shares } from "./shares.js";
import type { Answer } from "../reference/reference.js";
import type { Family } from "../../src/base/net/address.js";
import type { Result } from "../../src/index.js";
import type { Step } from "../../src/index.js";

/**
 * What the flows of a run were about. Each kind of each list has to occur in 1 % of the flows of its population (reasons:
 * of its clusters, for many are about one port of one protocol), or the run has not tested it: the lists hold every kind that evaluation knows, but for those of refused policies and of
 * documents that cannot be read, and for networks that are no CIDR, which the reference does not have.
 */
export class Coverage {
  flows = 0;
  clusters = 0;
  readonly #shares = {
    verdicts: new Shares("verdicts", ["allowed", "denied", "undefined", "unknown"]),
    families: new Shares("families", ["IPv4", "IPv6"]),
    tiers: new Shares("deciding tiers", [
      "Admin",
      "NetworkPolicy",
      "Baseline",
      "default",
      "not subject",
      "loopback",
    ]),
    steps: new Shares("steps", [
      "exempt",
      "no-policy",
      "tier-not-reached",
      "policy",
      "policy-not-reached",
      "rule",
      "isolation",
      "namespace-isolation",
      "own-node",
      "default",
    ]),
    outcomes: new Shares("outcomes of rules, of flows with some rule", [
      "matched",
      "missed",
      "may-match",
      "failed-closed",
    ]),
    mismatches: new Shares("mismatches, of flows with a missed rule", [
      "fails-closed",
      "no-peers",
      "not-a-pod",
      "namespace-name",
      "namespace-label",
      "pod-label",
      "address",
      "address-excepted",
      "address-family",
      "not-a-node",
      "node-label",
      "domain",
      "unbuildable-selector",
      "port",
      "port-name",
      "protocol",
      "no-ports",
      "other-protocol",
    ]),
    peers: new Shares("peers, of flows with some rule", ["all", "pods", "addresses", "nodes", "domains"]),
    services: new Shares("flows through Services", [
      "allowed",
      "denied",
      "undefined",
      "unknown",
      "cluster",
      "external",
      "balancer",
      "node-port",
      "headless",
      "hairpin",
      "not-published",
      "source-ranges",
      "NetworkPolicy",
    ]),
    reasons: new Shares(
      "reasons, of clusters with a flow that is not definite",
      [
        "namespace-labels",
        "pod-labels",
        "pod-address",
        "pod-node",
        "container-ports",
        "address-owner",
        "equal-priority",
        "mixed-api-generations",
        "host-network",
        "in-cluster-address",
        "other-protocol",
        "own-node-egress",
        "unbuildable-selector",
        "deny-by-name",
        "fqdn-in-cluster",
        "baseline-fallthrough-direction",
        "empty-ports-list",
        "empty-protocol",
        "node-labels",
        "node-address",
        "domain-address",
        "dns-answer",
        "namespace-isolation",
        "address-rewriting",
        "load-balancer-path",
        "hairpin",
        "source-address",
      ],
      // The fixtures have these: an outside client, or an address that is not known, has to decide.
      ["source-rewriting", "service-address"],
    ),
  };
  #reasons = new Set<string>();
  #inexact = 0;

  /** Ends a cluster: the next results are of another one. */
  endCluster(): void {
    this.clusters++;
    if (this.#reasons.size > 0) this.#shares.reasons.add(this.#reasons, 1);
    this.#reasons = new Set();
  }

  /** Adds a result that stands for some flows of a family. */
  add({ verdict, reasons, egress, ingress }: Result, family: Family, flows: number): void {
    this.flows += flows;
    const shares = this.#shares;
    shares.verdicts.add([verdict], flows);
    shares.families.add([family], flows);
    const steps = [...egress.steps, ...ingress.steps];
    shares.steps.add(
      steps.map(({ type }) => type),
      flows,
    );
    const rules = steps.filter(isRule);
    if (rules.length > 0) {
      shares.outcomes.add(
        rules.map(({ outcome }) => outcome),
        flows,
      );
      shares.peers.add(rules.flatMap(peerKinds), flows);
    }
    const missed = rules.filter(({ outcome }) => outcome === "missed");
    if (missed.length > 0)
      shares.mismatches.add(
        missed.map(({ because }) => because.code),
        flows,
      );
    for (const { code } of reasons) this.#reasons.add(code);
  }

  /** Adds a flow with too many possibilities to compare them. */
  addInexact(): void {
    this.#inexact++;
  }

  /** Adds a flow through a Service, with what the reference says about it. */
  addThroughService({ verdict, path, isHairpin, reasons, egress, ingress }: Result, answer: Answer): void {
    this.#shares.services.add(
      [
        verdict,
        path?.entrance?.type ?? "headless",
        ...(isHairpin ? ["hairpin"] : []),
        ...[...egress.steps, ...ingress.steps].flatMap((step) =>
          step.type === "service" && step.decides ? [step.why] : [],
        ),
        ...Object.keys(answer.ingress.tiers).filter((tier) => tier === "NetworkPolicy"),
      ],
      1,
    );
    for (const { code } of reasons) this.#reasons.add(code);
  }

  /** Adds what the reference says decided. */
  addDeciding({ egress, ingress }: Answer): void {
    this.#shares.tiers.add([...Object.keys(egress.tiers), ...Object.keys(ingress.tiers)], 1);
  }

  toString(): string {
    const lines = Object.values(this.#shares).map((shares) => `  ${shares.toString()}`);
    const size = `${this.clusters} clusters, ${this.flows} flows, ${this.#inexact} of them not exact`;
    return `${size}\n${lines.join("\n")}`;
  }

  /** The kinds that the run did not meet often enough; and that of answers, if too many were only approximated. */
  get rare(): string[] {
    const rare = Object.values(this.#shares).flatMap((shares) => shares.rare);
    return this.#inexact * 200 > this.flows ? [...rare, "exact answers"] : rare;
  }
}

function isRule(step: Step): step is Extract<Step, { type: "rule" }> {
  return step.type === "rule";
}

function peerKinds({ rule }: Extract<Step, { type: "rule" }>): string[] {
  return rule.peers.all ? ["all"] : rule.peers.items.map(({ type }) => type);
}
