import type { Labels } from "../../cluster/model/labels.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { WrittenFacts } from "../../cluster/problems/read-facts.js";
import type { SourceFile } from "../../source/manifest/source.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** A file with tests of policies: what is read, and what is expected of it. */
export interface TestFile {
  readonly file: SourceFile;
  /** What its tests are about: one without a name, or each of several by name. */
  readonly environments: readonly TestEnvironment[];
  /** Namespaces of hypothetical pods that the cluster need not have. */
  readonly newNamespaces: readonly NewNamespace[];
  /** Endpoints that have a name which no test has. */
  readonly spareEndpoints: readonly EndText[];
  readonly tests: readonly PolicyTest[];
}

/** A cluster that tests are about. */
export interface TestEnvironment {
  readonly name: string | undefined;
  /** Paths from the file's folder; empty for those that the command line or the config names. */
  readonly sources: readonly Written[];
  /** Files of what exists in the tests alone. */
  readonly overlay: readonly Written[];
  readonly facts: WrittenFacts | undefined;
}

/** A text with the place where it is written. */
export interface Written {
  readonly text: string;
  readonly at: Origin;
}

/** A namespace that exists in the tests, with its labels. */
export interface NewNamespace {
  readonly name: string;
  readonly labels: Labels;
  readonly at: Origin;
}

/** An end as `anp explain` takes it, with the port that is written behind it. */
export interface EndText {
  /** `shop/web`, `shop/*`, `*` for everything. */
  readonly text: string;
  /** As `--port` takes it. */
  readonly port: string | undefined;
  readonly at: Origin;
}

/** One test: everything that it expects has to hold. */
export interface PolicyTest {
  readonly name: string;
  readonly at: Origin;
  readonly expectations: readonly Expectation[];
  /** The names of the environments that it is about; undefined for all. */
  readonly environments: readonly string[] | undefined;
  readonly todo: Todo | undefined;
}

/** A test that is known to fail. */
export interface Todo {
  readonly why: string | undefined;
  /** The last day on which it may, `2027-01-31`. */
  readonly until: string | undefined;
  readonly at: Origin;
}

/** The tests that hold something: one with a todo is known to fail, so nobody notices when what it asks changes. */
export function testsThatHold(tests: readonly PolicyTest[]): readonly PolicyTest[] {
  return tests.filter(({ todo }) => todo === undefined);
}

/** What is expected of the traffic between two sets of ends. */
export interface Expectation {
  readonly from: readonly EndText[];
  readonly to: readonly EndText[];
  /** Of all traffic where it is missing: as `--port` and `--protocol` take them. */
  readonly port: string | undefined;
  readonly protocol: string | undefined;
  readonly verdict: Verdict;
  /** Ends of an open side, `*`, of which this is not expected. */
  readonly except: readonly EndText[];
  /** The policy that decides, `NetworkPolicy/shop/web` or `ClusterNetworkPolicy/tenants`. */
  readonly by: Written | undefined;
  readonly at: Origin;
}

/** The name for everything: all pods, those to come, addresses and names. */
export const OPEN_SIDE = "*";
