/**
 * What the script of a page reads: JSON, and behind it numbers (`MapBytes`). Strings are encoded. Every list is in the order in
 * which its members are numbered.
 */
export interface PageData {
  /** What makes `anp explain` read the same input: ` -f k8s`; undefined where no command can. */
  readonly ask: string | undefined;
  readonly families: readonly ("IPv4" | "IPv6")[];
  readonly places: readonly PlaceData[];
  readonly rows: readonly RowData[];
  /** Pods, nodes and addresses that nothing tells apart; behind those of rows, the same as seen from a pod on their node. */
  readonly classes: readonly ClassData[];
  readonly traffics: readonly TrafficData[];
  readonly answers: readonly AnswerData[];
  /** What decides; empty where the page has no chains. */
  readonly entries: readonly EntryData[];
  readonly policies: readonly PolicyData[];
  readonly sources: readonly SourceData[];
  readonly changes: ChangesData | undefined;
  /** How much the page holds. */
  readonly detail: Detail;
}

/** `chains`: all of it. `verdicts`: without what decided. `counts`: only how many pairs of two namespaces come to what. */
export type Detail = "chains" | "verdicts" | "counts";

/** Rows that are shown together. */
export interface PlaceData {
  readonly kind: "namespace" | "nodes" | "addresses" | "names" | "future";
  readonly name: string;
  readonly first: number;
  readonly count: number;
  /** By the place of the destination, how many pairs come to what: allowed, part, unknown, undefined, denied. */
  readonly counts: readonly (readonly number[])[];
}

/** A row of the map. */
export interface RowData {
  readonly name: string;
  /** As `anp explain` takes it, by family; one for both where it is the same. */
  readonly typed: readonly string[];
  readonly kind: string;
  readonly class: number;
  /** The same number for rows that are the same one pod or node; undefined where it stands for several ends. */
  readonly single: number | undefined;
  /** True for pods on the network of their node. */
  readonly isOnHost: boolean;
  /** Numbers of the nodes that it is, or is on. */
  readonly nodes: readonly number[] | "unknown";
  readonly labels: readonly string[];
  /** Protocol and port of what it declares. */
  readonly ports: readonly (readonly ["TCP" | "UDP" | "SCTP", number])[];
}

/** Ends that nothing tells apart. */
export interface ClassData {
  /** By family: the walks of its egress and ingress; undefined for a family that it has not. */
  readonly walks: readonly (readonly [egress: number, ingress: number] | null)[];
  /** The same ends, as seen from a pod on their node. */
  readonly own: number | undefined;
  /** False for a name, which is only sent to. */
  readonly sends: boolean;
  /** True for pods and nodes: what is outside only talks to those. */
  readonly isInside: boolean;
}

/** Ports per protocol in runs, and whether protocols without ports belong to it. */
export interface TrafficData {
  readonly TCP: readonly (readonly [number, number])[];
  readonly UDP: readonly (readonly [number, number])[];
  readonly SCTP: readonly (readonly [number, number])[];
  readonly other: boolean;
}

/** What all traffic of a pair comes to: numbers of traffic. */
export interface AnswerData {
  readonly allowed: number;
  readonly denied: number;
  readonly undefined: number;
  readonly unknown: number;
  /** What verdicts that are not definite depend on. */
  readonly reasons: readonly (readonly [traffic: number, why: string])[];
}

/** Something that a walk asks. */
export interface EntryData {
  readonly tier: string;
  readonly kind: string;
  /** The number of its policy. */
  readonly policy: number | undefined;
  readonly text: string;
  readonly action: string;
  readonly at: string;
  readonly lines: LinesData | undefined;
}

/** Lines of a policy: the number of its text, the first line and the last. */
export type LinesData = readonly [source: number, first: number, last: number];

/** The text of one policy as it is written. */
export interface SourceData {
  readonly file: string;
  /** The number of its first line. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** A policy, in the order of precedence. */
export interface PolicyData {
  readonly name: string;
  readonly tier: string;
  readonly priority: number | undefined;
  readonly at: string;
  readonly lines: LinesData | undefined;
  /** How many rows it selects. */
  readonly subjects: number;
  /** How many pairs it denies by isolating; undefined for one that does not isolate. */
  readonly isolates: number | undefined;
  readonly rules: readonly RuleData[];
}

/** A rule of a policy with what it does. */
export interface RuleData {
  readonly direction: "egress" | "ingress";
  readonly text: string;
  readonly action: string;
  readonly at: string;
  readonly lines: LinesData | undefined;
  readonly effect: string;
  readonly state: "decides" | "passes" | "shadowed" | "matches" | "no-match" | "no-subject" | "undecided";
}

/** What a change opens and closes, as a map of its own. */
export interface ChangesData {
  readonly rows: readonly {
    readonly name: string;
    readonly place: string;
    readonly row: number | undefined;
  }[];
  readonly changes: readonly ChangeData[];
}

/** Flows that have changed alike. */
export interface ChangeData {
  readonly kind: "opened" | "closed" | "undefined" | "unknown";
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly traffic: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly command: string | undefined;
}

/** What an entry does with traffic that it meets; 4 is added where that hangs on something. */
export const DOES = ["allows", "denies", "passes"] as const;

/** Which of both directions, in the order in which walks are written. */
export const WALK_DIRECTIONS = ["egress", "ingress"] as const;
