import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import { isDay } from "../../base/text/day.js";
import { isList, isMapping } from "../../source/manifest/value.js";
import { emptyDocument } from "../../source/manifest/document.js";
import { labelsOf, NO_LABELS, type Labels } from "../../cluster/model/labels.js";
import { rootNode, StrictReader, type FileMistake } from "../../cluster/problems/strict-reader.js";
import { VERDICTS, type Verdict } from "../../cluster/model/verdict.js";
import { withPort } from "../query/pasted.js";
import { OPEN_SIDE } from "./test-file.js";
import { readFacts } from "../../cluster/problems/read-facts.js";
import { withArticle } from "../../base/text/with-article.js";
import type {
  EndText,
  TestEnvironment,
  Expectation,
  NewNamespace,
  PolicyTest,
  TestFile,
  Todo,
  Written,
} from "./test-file.js";
import type { Node } from "../../source/manifest/node.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** What the file says that it is. */
const TEST_API = "anp.dev/v1alpha1";
const TEST_KIND = "PolicyTest";

const FILE_KEYS = [
  "apiVersion",
  "kind",
  "sources",
  "overlay",
  "cluster",
  "environments",
  "endpoints",
  "tests",
];
const TEST_KEYS = [
  "name",
  "environments",
  "from",
  "to",
  "port",
  "protocol",
  "allowed",
  "denied",
  "only",
  "except",
  "expect",
  "by",
  "todo",
];

const NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

function nameFault(what: string, name: string): string {
  return `the name of ${what} has lower-case letters, digits and dashes, not ${JSON.stringify(name)}`;
}

/** Of tests, and of what one of them lists. */
const LONGEST_LIST = 5000;

/** Reads a test file as manifests are read, and refuses whatever it does not know: a misspelt key would test nothing. */
export function readTestFile(file: SourceFile): Attempt<TestFile, readonly FileMistake[]> {
  const reader = new TestFileReader(file);
  const read = reader.read();
  return reader.mistakes.length === 0 ? succeeded(read) : failed(reader.mistakes);
}

class TestFileReader extends StrictReader {
  readonly #file: SourceFile;
  readonly #endpoints = new Map<string, EndText>();
  /** Names of endpoints that a test has. */
  readonly #used = new Set<string>();
  readonly #newNamespaces: NewNamespace[] = [];
  readonly #names = new Set<string>();
  #environmentNames: ReadonlySet<string> = new Set();

  constructor(file: SourceFile) {
    super(LONGEST_LIST);
    this.#file = file;
  }

  read(): TestFile {
    const root = rootNode(this.#file, this, "a test file");
    const fields = this.fields(root, FILE_KEYS);
    const text = (key: string): string | undefined => this.text(fields.get(key), "a text");
    if (root !== undefined && (text("apiVersion") !== TEST_API || text("kind") !== TEST_KIND))
      this.wrong(root.origin, `expected apiVersion: ${TEST_API} and kind: ${TEST_KIND}`);
    for (const [name, node] of this.mapping(fields.get("endpoints"), "a mapping of names to endpoints"))
      this.#readEndpoint(name, node);
    const environments = this.#environments(fields);
    this.#environmentNames = new Set(environments.flatMap(({ name }) => name ?? []));
    const tests = this.list(fields.get("tests"), "tests").flatMap((each) => this.#readTest(each) ?? []);
    const start = { document: emptyDocument(this.#file), span: { start: 0, end: 0 } };
    if (tests.length === 0 && this.mistakes.length === 0)
      this.wrong(root?.origin ?? start, "a test file has tests");
    return {
      file: this.#file,
      environments,
      newNamespaces: this.#newNamespaces,
      spareEndpoints: [...this.#endpoints].flatMap(([name, end]) => (this.#used.has(name) ? [] : [end])),
      tests,
    };
  }

  /** What differs between environments is written in each: sources and facts of its own count instead of the file's, overlays beside them. */
  #environments(fields: ReadonlyMap<string, Node>): TestEnvironment[] {
    const common = this.#environment(fields, undefined);
    const node = fields.get("environments");
    if (node === undefined) return [common];
    const all = this.mapping(node, "a mapping of names to environments");
    if (all.length === 0) this.wrong(node.origin, "environments are missing: write a name and its sources");
    return all.map(([name, each]): TestEnvironment => {
      if (!NAME.test(name)) this.wrong(each.origin, nameFault("an environment", name));
      const own = this.#environment(this.fields(each, ["sources", "overlay", "cluster"]), name);
      return {
        ...own,
        sources: own.sources.length > 0 ? own.sources : common.sources,
        overlay: [...common.overlay, ...own.overlay],
        facts: own.facts ?? common.facts,
      };
    });
  }

  #environment(fields: ReadonlyMap<string, Node>, name: string | undefined): TestEnvironment {
    const facts = fields.get("cluster");
    return {
      name,
      sources: this.#written(fields.get("sources"), "path"),
      overlay: this.#written(fields.get("overlay"), "path"),
      facts: facts === undefined ? undefined : readFacts(facts, this),
    };
  }

  /** A name for an end, or for a pod that need not exist. */
  #readEndpoint(name: string, node: Node): void {
    if (!NAME.test(name)) {
      this.wrong(node.origin, nameFault("an endpoint", name));
      return;
    }
    if (!isMapping(node.value)) {
      const text = this.text(node, "an endpoint as anp explain takes it");
      if (text !== undefined) this.#endpoints.set(name, { text, port: undefined, at: node.origin });
      return;
    }
    const fields = this.fields(node, ["namespace", "labels"]);
    const labels = this.#labels(fields.get("labels"));
    const namespace = this.#namespace(fields.get("namespace"), node);
    if (labels === undefined || namespace === undefined) return;
    const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
    if (pairs.length === 0) this.wrong(node.origin, '"labels" is missing');
    this.#endpoints.set(name, { text: `${namespace}/${pairs.join(",")}`, port: undefined, at: node.origin });
  }

  /** The name of a hypothetical pod's namespace, which is remembered where it has labels. */
  #namespace(node: Node | undefined, pod: Node): string | undefined {
    if (node === undefined) {
      this.wrong(pod.origin, '"namespace" is missing');
      return undefined;
    }
    if (!isMapping(node.value)) return this.text(node, "a namespace", labelFault);
    const fields = this.fields(node, ["name", "labels"]);
    const name = this.text(fields.get("name"), "a namespace", labelFault);
    if (!fields.has("name")) this.wrong(node.origin, '"name" is missing');
    const labels = this.#labels(fields.get("labels"));
    if (name === undefined || labels === undefined) return undefined;
    this.#newNamespaces.push({ name, labels, at: node.origin });
    return name;
  }

  #labels(node: Node | undefined): Labels | undefined {
    if (node === undefined) return NO_LABELS;
    const pairs = this.mapping(node, "labels").flatMap(([key, value]): [string, string][] => {
      const text = value.value === "" ? "" : this.text(value, "a text");
      return text === undefined ? [] : [[key, text]];
    });
    return labelsOf(pairs);
  }

  #readTest(node: Node): PolicyTest | undefined {
    const fields = this.fields(node, TEST_KEYS);
    const name = this.text(fields.get("name"), "a name");
    if (!fields.has("name")) this.wrong(node.origin, '"name" is missing');
    if (name !== undefined && this.#names.has(name))
      this.wrong(fields.get("name")?.origin ?? node.origin, `two tests are called ${JSON.stringify(name)}`);
    if (name !== undefined) this.#names.add(name);
    const expectations = this.#expectationsOf(node, fields);
    const todo = this.#todo(fields.get("todo"));
    const environments = this.#environmentsOf(fields.get("environments"));
    return name === undefined ? undefined : { name, at: node.origin, expectations, environments, todo };
  }

  #environmentsOf(node: Node | undefined): string[] | undefined {
    if (node === undefined) return undefined;
    const known = [...this.#environmentNames];
    const names = this.texts(node, "environment", (text) =>
      this.#environmentNames.has(text)
        ? undefined
        : `no environment ${JSON.stringify(text)} in this file${known.length === 0 ? "" : `: it has ${known.join(", ")}`}`,
    );
    if (node.value === null || (isList(node.value) && node.value.length === 0))
      this.wrong(node.origin, "a test without environments tests nothing: leave the list out for all");
    return names;
  }

  #expectationsOf(node: Node, fields: ReadonlyMap<string, Node>): Expectation[] {
    const [from, to] = [this.#ends(fields.get("from")), this.#ends(fields.get("to"))];
    const [allowed, denied, only, except] = ["allowed", "denied", "only", "except"].map((key) =>
      this.#ends(fields.get(key)),
    ) as [EndText[], EndText[], EndText[], EndText[]];
    const verdict = this.#verdict(fields.get("expect"));
    const byNode = fields.get("by");
    const byText = this.text(byNode, "a policy", policyFault);
    const by = byNode === undefined || byText === undefined ? undefined : { text: byText, at: byNode.origin };
    const port = this.#port(fields.get("port"));
    const protocol = this.text(fields.get("protocol"), "a protocol");
    const has = (key: string): boolean => fields.has(key);
    const sides = [has("from"), has("to")].filter(Boolean).length;
    const hasLists = has("allowed") || has("denied") || has("only");
    for (const key of ["allowed", "denied"]) {
      const { value, origin } = fields.get(key) ?? {};
      if (origin !== undefined && (value === null || (isList(value) && value.length === 0)))
        this.wrong(origin, `"${key}" names no endpoint: a list of none tests nothing`);
    }
    if (hasLists && sides !== 1)
      this.wrong(node.origin, "allowed, denied and only go with one of from and to");
    if (has("expect") && sides !== 2) this.wrong(node.origin, "expect goes with from and to");
    if (!hasLists && !has("expect")) this.wrong(node.origin, "a test has allowed, denied, only or expect");
    if (has("except") && !has("expect")) this.wrong(node.origin, "except goes with expect");
    if (by !== undefined && !has("expect")) this.wrong(by.at, "by goes with expect");
    const isOpen = [...from, ...to].some(({ text }) => text === OPEN_SIDE);
    if (has("except") && !isOpen) this.wrong(node.origin, 'except goes with from or to that is "*"');
    if ([...from, ...to].filter(({ text }) => text === OPEN_SIDE).length > 1)
      this.wrong(node.origin, 'only one of from and to can be "*"');
    const common = { port, protocol, except: [], by: undefined, at: node.origin };
    const between = (others: readonly EndText[]): Pick<Expectation, "from" | "to"> =>
      has("from") ? { from, to: others } : { from: others, to };
    const each = (list: readonly EndText[], expected: Verdict): Expectation[] =>
      list.map((end) => ({ ...common, ...between([end]), verdict: expected, at: end.at }));
    const everything = { text: OPEN_SIDE, port: undefined, at: node.origin };
    return [
      ...each(allowed, "allowed"),
      ...each(denied, "denied"),
      ...each(only, "allowed"),
      ...(has("only")
        ? [
            {
              ...common,
              ...between([everything]),
              verdict: "denied" as const,
              except: only,
              at: fields.get("only")!.origin,
            },
          ]
        : []),
      ...(verdict === undefined ? [] : [{ ...common, from, to, verdict, except, by }]),
    ];
  }

  #verdict(node: Node | undefined): Verdict | undefined {
    const text = this.text(node, "a verdict", (each) =>
      VERDICTS.some((verdict) => verdict === each)
        ? undefined
        : `expected ${VERDICTS.join(", ")}, not ${JSON.stringify(each)}`,
    );
    return VERDICTS.find((each) => each === text);
  }

  #todo(node: Node | undefined): Todo | undefined {
    if (node === undefined) return undefined;
    const fields = this.fields(node, ["until", "why"]);
    const until = this.text(fields.get("until"), "a day", (text) =>
      isDay(text) ? undefined : `expected a day such as 2027-01-31, not ${JSON.stringify(text)}`,
    );
    const why = this.text(fields.get("why"), "a reason");
    if (!fields.has("until") && !fields.has("why"))
      this.wrong(node.origin, "a todo has a reason (why) or a last day (until)");
    return { until, why, at: node.origin };
  }

  /** A port may be written as a number. */
  #port(node: Node | undefined): string | undefined {
    return typeof node?.value === "number" ? String(node.value) : this.text(node, "a port");
  }

  /** One end or several, with the names of this file in their place. */
  #ends(node: Node | undefined): EndText[] {
    if (node === undefined) return [];
    const written = typeof node.value === "string" ? this.#oneWritten(node) : this.#written(node, "endpoint");
    return written.map((each) => this.#end(each));
  }

  #oneWritten(node: Node): Written[] {
    const text = this.text(node, "an endpoint");
    return text === undefined ? [] : [{ text, at: node.origin }];
  }

  #end({ text, at }: Written): EndText {
    const whole = this.#endpointNamed(text);
    if (whole !== undefined) return { text: whole, port: undefined, at };
    const { name, port } = withPort(text);
    if (name === OPEN_SIDE && port !== undefined)
      this.wrong(at, `"*" has no port of its own: write port: "${port}"`);
    return { text: this.#endpointNamed(name) ?? name, port, at };
  }

  #endpointNamed(name: string): string | undefined {
    this.#used.add(name);
    return this.#endpoints.get(name)?.text;
  }

  #written(node: Node | undefined, what: string): Written[] {
    return this.list(node, `${what}s`).flatMap((each) => {
      const text = this.text(each, withArticle(what));
      return text === undefined ? [] : [{ text, at: each.origin }];
    });
  }
}

function policyFault(text: string): string | undefined {
  const parts = text.split("/");
  return (parts.length === 2 || parts.length === 3) && !parts.includes("")
    ? undefined
    : `expected KIND/NAME or KIND/NAMESPACE/NAME, not ${JSON.stringify(text)}`;
}

function labelFault(text: string): string | undefined {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
    ? undefined
    : `${JSON.stringify(text)} is no namespace`;
}
