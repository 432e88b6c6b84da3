import {
  explainFlow,
  type FlowQuestion,
  type Loaded,
  type Problem,
  type Result,
  type ResultSide,
  type Step,
} from "../../src/index.js";
import { witnessCommand } from "../../src/report/witness.js";
import { profileOfCluster } from "../../src/semantics/plugins/profile-of.js";
import { kindAndName } from "../../src/cluster/model/object-ref.js";
import type { Direction } from "../../src/cluster/model/policy.js";
import type { Verdict } from "../../src/cluster/model/verdict.js";
import { selects } from "../../src/semantics/match/selector.js";
import type { RuleName } from "../../src/cluster/problems/proofs.js";

type RuleStep = Extract<Step, { type: "rule" }>;

/** Asks about the flow that a finding names; returns what the answer says otherwise than the finding. */
export function contradictions(loaded: Pick<Loaded, "cluster">, problem: Problem): string[] {
  const { witness } = problem;
  // Where every address may be a pod's, no flow with an exception shows what the rules say of it.
  if (witness === undefined)
    return problem.code === "except-reopened" ||
      isOfPoliciesAlone(loaded, problem) ||
      isForNobody(loaded, problem)
      ? []
      : [`${problem.code} names no flow`];
  const command = witnessCommand(witness);
  const { results } = explainFlow(loaded, {
    ...questionIn(command),
    profile: profileOfCluster(loaded.cluster),
  });
  const { verdict, half } = witness;
  const same = verdict === undefined ? results : results.filter((result) => result.verdict === verdict);
  const found = results.map((result) => result.verdict).join();
  if (same.length === 0) return [`${problem.code}: ${command} is ${found}, not ${verdict}`];
  const claims = [
    ...claimsOf(problem),
    ...(half === undefined || verdict === undefined ? [] : [isHidden(half)]),
  ];
  const wrong = same.map((result) => claims.filter((claim) => !claim.holds(result)));
  const least = wrong.toSorted((a, b) => a.length - b.length)[0] ?? [];
  return least.map(({ what }) => `${problem.code}: ${command}: ${what}`);
}

/** True for a rule or policy that is for nobody of the input, and of which another one says all in any cluster. */
function isForNobody({ cluster }: Pick<Loaded, "cluster">, problem: Problem): boolean {
  if (problem.code === "redundant-rule") return problem.facts.scope.type === "any-cluster";
  if (problem.code !== "redundant-policy" || problem.facts.scope.type !== "any-cluster") return false;
  const policy = cluster.policies.find(({ ref }) => kindAndName(ref) === problem.facts.policy);
  const pods = policy?.subject.pods;
  return (
    pods !== undefined &&
    !cluster.workloads.some(({ members }) => members.some(({ labels }) => selects(pods, labels)))
  );
}

/** True for what policies alone show: of a namespace without pods, or of pods that a rule is about and nothing shows. */
function isOfPoliciesAlone({ cluster }: Pick<Loaded, "cluster">, problem: Problem): boolean {
  if (problem.code === "one-sided-flow") return problem.facts.scope.type === "policies-alone";
  return !cluster.workloads.some(({ namespace }) => namespace === problem.object?.namespace);
}

/** What `anp explain` is asked by a command as it is printed, without options that say what is read. */
function questionIn(command: string): FlowQuestion {
  const written = /^anp explain ('[^']*'|\S+) ('[^']*'|\S+) --(port|protocol) (\S+)$/.exec(
    command.replace(/ --bundle \S+$/, ""),
  );
  if (written === null) throw new Error(`not the command of a flow: ${command}`);
  const [from = "", to = "", option, value = ""] = written.slice(1).map((word) => word.replaceAll("'", ""));
  if (option === "protocol") return { from, to, protocol: value };
  const [port = "", protocol = "tcp"] = value.split("/");
  return { from, to, port, protocol };
}

/** A finding about one direction says so where the verdict is the other one's doing. */
function isHidden(half: Direction): Claim {
  return {
    what: `the verdict is that of its ${half} half, too`,
    // Of an address that may be a pod's neither half may be known; the finding takes it to be outside.
    holds: (result) => result.verdict === "unknown" || sideOf(result, half).verdict !== result.verdict,
  };
}

/** What a finding says of its flow as a whole, or of the half that it is about. */
const VERDICTS: Partial<Record<Problem["code"], Verdict>> = {
  "open-to-world": "allowed",
  "sensitive-port-exposed": "allowed",
  "metadata-address-reachable": "allowed",
  "domain-names-without-deny": "allowed",
  "dns-egress-missing": "denied",
  "domain-names-without-dns": "denied",
  "domain-names-shadowed-by-networks": "denied",
  "deny-hits-cluster-services": "denied",
  "api-server-unreachable": "denied",
  "ingress-backend-blocked": "denied",
  "metrics-scrape-blocked": "denied",
  "published-service-blocked": "denied",
  "closed-service": "denied",
  "webhook-port-blocked": "denied",
};

function claimsOf(problem: Problem): Claim[] {
  const verdict = VERDICTS[problem.code];
  const half = problem.witness?.half;
  const expected: Claim = {
    what: `it is not ${verdict}`,
    holds: (result) => (half === undefined ? result : sideOf(result, half)).verdict === verdict,
  };
  return [...(verdict === undefined ? [] : [expected]), ...chainClaims(problem)];
}

interface Claim {
  readonly what: string;
  readonly holds: (result: Result) => boolean;
}

/** What the chains of a finding's flow have to show. */
function chainClaims(problem: Problem): Claim[] {
  switch (problem.code) {
    case "shadowed-rule":
    case "partially-shadowed-rule":
    case "overridden-by-admin-tier":
    case "except-reopened":
      return problem.facts.by.first.slice(0, 1).map((rule) => matches(rule));
    case "vacuous-policy":
      return problem.facts.by.first.slice(0, 1).map((rule) => matches(rule));
    case "isolation-bypassed-by-admin-tier":
      return [decides(problem.facts.rule)];
    case "allow-all-cancels-deny":
      return [decides(problem.facts.by)];
    case "pass-to-nothing":
      return [
        matches(problem.facts.rule),
        {
          what: "the default does not decide",
          holds: (result) =>
            sideOf(result, problem.facts.rule.direction).steps.some(
              (step) => step.type === "default" && step.decides,
            ),
        },
      ];
    case "baseline-never-reached":
      return [
        {
          what: "no NetworkPolicy decides",
          holds: (result) =>
            sideOf(result, problem.facts.direction).steps.some(
              (step) => step.decides && "tier" in step && step.tier === "NetworkPolicy",
            ),
        },
      ];
    case "one-sided-flow": {
      const { rule, deniedBy } = problem.facts;
      const otherSide = rule.direction === "egress" ? "ingress" : "egress";
      return [
        {
          what: `${deniedBy} does not deny on the other side`,
          holds: (result) =>
            sideOf(result, otherSide).verdict === "denied" &&
            sideOf(result, otherSide).steps.some((step) => step.decides && namesOf(step).includes(deniedBy)),
        },
        {
          what: "its own side does not allow",
          holds: (result) => sideOf(result, rule.direction).outcomes.includes("allowed"),
        },
      ];
    }
    case "same-priority-conflict":
      return [
        {
          what: "its policies are not tied",
          holds: ({ egress, ingress }) =>
            [...egress.steps, ...ingress.steps].some(
              (step) => step.type === "rule" && step.tied && namesOf(step).includes(problem.facts.policy),
            ),
        },
      ];
    default:
      return [];
  }
}

function sideOf(result: Result, direction: Direction): ResultSide {
  return result[direction];
}

function namesOf(step: Step): string[] {
  const policies = "policies" in step ? step.policies : "policy" in step ? [step.policy] : [];
  return policies.map(({ ref }) => kindAndName(ref));
}

function matches(rule: RuleName): Claim {
  return {
    what: `rule ${rule.position} of ${rule.policy} does not match`,
    holds: (result) => stepsOf(result, rule).some(({ outcome }) => outcome !== "missed"),
  };
}

function decides(rule: RuleName): Claim {
  return {
    what: `rule ${rule.position} of ${rule.policy} does not decide`,
    holds: (result) => stepsOf(result, rule).some((step) => step.decides),
  };
}

function stepsOf(result: Result, { policy, direction, position }: RuleName): RuleStep[] {
  return sideOf(result, direction).steps.filter(
    (step): step is RuleStep =>
      step.type === "rule" && kindAndName(step.policy.ref) === policy && step.rule.index === position - 1,
  );
}
