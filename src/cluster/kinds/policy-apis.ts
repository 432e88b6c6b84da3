import { POLICY_APIS } from "./policy-table.js";
import type { Direction, Generation, Tier } from "../model/policy.js";
import type { PolicyReader } from "./kind.js";
import type { Node } from "../../source/manifest/node.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { PolicyWriter } from "./writing/writer.js";

/** Everything that is to be known of one kind of policy outside of its folder: a kind is added with a row of these. */
export interface PolicyApi {
  readonly kind: string;
  /** In which it is read. */
  readonly apiVersions: readonly string[];
  /** Those of them in which a server is asked for it, the best first: the first that the server has counts. */
  readonly storedIn: readonly [string, ...string[]];
  /** True where its group holds nothing but such policies: any other kind or version of the group is a mistake. */
  readonly ownsGroup: boolean;
  readonly isNamespaced: boolean;
  /** The name of the resource in paths. */
  readonly plural: string;
  /** What kubectl takes for it beside. */
  readonly shortNames: readonly string[];
  /** True where a CRD defines it, whose schemas `admission/` has. */
  readonly hasCrd: boolean;
  /** What a policy of it may be (`Policy.generation`); the first one is what a refused policy counts as. */
  readonly generations: readonly [Generation, ...Generation[]];
  /** The tiers in which it may act; where there are several, `spec.tier` says which. */
  readonly tiers: readonly Tier[];
  /** True where `spec.priority` is its precedence inside of the tier. */
  readonly hasPriority: boolean;
  /** The directions in which a spec acts, as far as it can be trusted. */
  directionsOf(spec: Node | undefined): readonly Direction[];
  /** What its fields may say, which no snapshot replaces. */
  readonly words: string;
  /** Loaded when the first policy of it is met, with schemas and checks. */
  read(): Promise<PolicyReader>;
  readonly writer: PolicyWriter;
}

/** The row of a kind; undefined for what is no policy that is evaluated. */
export function policyApiOf(kind: string): PolicyApi | undefined {
  const lower = kind.toLowerCase();
  return POLICY_APIS.find((each) => each.kind.toLowerCase() === lower);
}

/** The group of an `apiVersion`; empty for the core. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash === -1 ? "" : apiVersion.slice(0, slash);
}

/** How the rules of a policy are spelled. */
export function writerOf({ kind }: Pick<ObjectRef, "kind">): PolicyWriter {
  const api = policyApiOf(kind);
  if (api === undefined) throw new Error(`invariant: ${kind} is no kind of policy`);
  return api.writer;
}

/** The groups that hold nothing but policies that are evaluated. */
export const OWN_GROUPS: ReadonlySet<string> = new Set(
  POLICY_APIS.flatMap(({ apiVersions, ownsGroup }) => (ownsGroup ? apiVersions.map(groupOf) : [])),
);
