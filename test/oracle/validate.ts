import { mkdirSync, writeFileSync } from "node:fs";
import { admitText, serverLines } from "../support/api-object.js";
import { changedPolicy, judgedPolicies, type Json } from "./texts/policies.js";
import { isDeepStrictEqual } from "node:util";
import { LineProgram } from "./line-program.js";
import { newestDefinition, type PolicyKind } from "../support/crd.js";
import { numberOfRun, seedOfRun } from "./seed.js";
import { Random } from "./random.js";

const POLICY_KINDS: readonly PolicyKind[] = [
  "ClusterNetworkPolicy",
  "AdminNetworkPolicy",
  "BaselineAdminNetworkPolicy",
];

const BATCH = 200;
const SHOWN = 12;

/**
 * Compares what the program says of changed policies with what an API server says, line by line, for `ANP_SECONDS`
 * and `ANP_POLICIES` of them at least.
 * @param root the root of the project
 * @returns how many differ
 */
export async function runValidation(root: string): Promise<number> {
  const seed = seedOfRun();
  const least = numberOfRun("ANP_POLICIES", 5000);
  const seconds = numberOfRun("ANP_SECONDS", 10);
  console.log(
    `policies against the API server's own validation: seed ${seed} (repeat with ANP_SEED=${seed})`,
  );
  const program = LineProgram.built(root, "validator");
  const definitions = POLICY_KINDS.map((kind) => newestDefinition(kind).trimEnd());
  for (const answer of await program.ask(definitions))
    if (answer !== '{"server":[]}') throw new Error(`a definition is refused: ${answer}`);
  const policies = judgedPolicies(root);
  const random = new Random(seed);
  const different: string[] = [];
  let compared = 0;
  let taken = 0;
  const kinds = new Set<string>();
  const start = performance.now();
  while (compared < least || performance.now() - start < seconds * 1000) {
    const texts = Array.from({ length: BATCH }, () => changedPolicy(policies, random))
      .filter((policy) => isPolicy(policy) && !repeatsAnOwner(policy))
      .map((policy) => JSON.stringify(sorted(policy)));
    if (compared === 0)
      texts.unshift(...policies.filter(isPolicy).map((each) => JSON.stringify(sorted(each))));
    const answers = await program.ask(texts);
    for (const [index, text] of texts.entries()) {
      const { server } = JSON.parse(answers[index] as string) as { readonly server: readonly string[] };
      const ours = linesOf(text);
      compared++;
      if (server.length === 0) taken++;
      for (const line of server) kinds.add(kindOf(line));
      if (!isDeepStrictEqual(ours, server)) different.push(JSON.stringify({ text, server, here: ours }));
    }
  }
  program.close();
  console.log(
    `${compared} policies compared, ${taken} of them taken by a server, ${different.length} with other lines`,
  );
  if (different.length > 0) {
    const path = `${root}reports/validation-differences.jsonl`;
    mkdirSync(`${root}reports`, { recursive: true });
    writeFileSync(path, `${different.join("\n")}\n`);
    console.log(`all of them are in ${path}; the shortest are`);
    for (const row of different.toSorted((a, b) => a.length - b.length).slice(0, SHOWN)) console.log(row);
  }
  return different.length;
}

const VERSIONS: Readonly<Record<string, string>> = {
  NetworkPolicy: "networking.k8s.io/v1",
  ClusterNetworkPolicy: "policy.networking.k8s.io/v1alpha2",
  AdminNetworkPolicy: "policy.networking.k8s.io/v1alpha1",
  BaselineAdminNetworkPolicy: "policy.networking.k8s.io/v1alpha1",
};

/** What says of itself that it is something else is decided before any of this. */
function isPolicy(value: Json): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { apiVersion, kind } = value;
  return typeof kind === "string" && Object.hasOwn(VERSIONS, kind) && VERSIONS[kind] === apiVersion;
}

/** A server drops repeated owners before it validates, which the functions that the validator calls do not. */
function repeatsAnOwner(value: Json): boolean {
  const { metadata } = value as { readonly metadata?: { readonly ownerReferences?: unknown } | null };
  const owners = metadata?.ownerReferences;
  if (!Array.isArray(owners)) return false;
  return new Set(owners.map((each: Json) => JSON.stringify(sorted(each)))).size < owners.length;
}

/** kubectl sends keys in their order, and a server names the first mistake that it meets. */
function sorted(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/** A line without what is of this one object. */
function kindOf(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, "_");
}

function linesOf(text: string): string[] {
  try {
    return serverLines(admitText(text));
  } catch (error) {
    return [`thrown: ${error instanceof Error ? error.message : String(error)}`];
  }
}
