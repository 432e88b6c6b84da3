import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { bytesOf } from "../oracle/text.js";
import { mutated, brokenBytes } from "../oracle/texts/mutations.js";
import { generated } from "../oracle/texts/grammar.js";
import type { Random } from "../oracle/random.js";
import type { Text } from "../oracle/text.js";

/** Names that a shell, a report, a glob or an option could stumble over. */
const NAMES: readonly string[] = [
  [
    "a.yaml",
    "a.yaml",
    "b.yaml",
    "b.yml",
    "c.json",
    "deep/er/c.yaml",
    "deep/a.yaml",
    "..shop.yaml",
    "...yaml",
  ],
  [
    "-f.yaml",
    "--fix.yaml",
    "a b.yaml",
    "é.yml",
    "a\nb.yaml",
    "::error::x.yaml",
    "$(x).json",
    "#.yaml",
    "[a].yaml",
  ],
  [
    "{a,b}.yaml",
    "*.yaml",
    "kustomization.yaml",
    "Chart.yaml",
    "node_modules/a.yaml",
    ".hidden.yaml",
    "a.yaml.bak",
  ],
  [
    "\u202eevil.yaml",
    "a\x1b[31m.yaml",
    "charts/x/templates/a.yaml",
    "a'b\".yaml",
    "a%b.yaml",
    "a;b.yaml",
    "~.yaml",
  ],
].flat();

/** Files to run the program on, and what must stay as it is around them. */
export interface Scene {
  /** The folder that the program is started in. */
  readonly cwd: string;
  /** The paths of the files from there. */
  readonly files: readonly string[];
}

/**
 * Makes a folder with files that hold manifests, whole or broken, and beside it a folder that nothing may change, with
 * links to it now and then.
 */
export function makeScene(folder: string, random: Random, parts: readonly string[]): Scene {
  rmSync(folder, { recursive: true, force: true });
  const cwd = join(folder, "in");
  mkdirSync(join(folder, "victim"), { recursive: true });
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(folder, "victim", "a.yaml"), VICTIM);
  const files = new Set<string>();
  for (const name of random.list(1, 4, () => random.of(NAMES))) {
    const path = join(cwd, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytesOf(contentOf(random, parts)));
    files.add(name);
  }
  if (random.chance(0.15)) link(join(cwd, random.of(["out", "linked", "converted", "deep"])), "../victim");
  if (random.chance(0.1)) link(join(cwd, "linked.yaml"), "../victim/a.yaml");
  return { cwd, files: [...files] };
}

const VICTIM = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: victim, namespace: shop}
spec: {podSelector: {}, policyTypes: [ingress]}
`;

function link(path: string, target: string): void {
  try {
    symlinkSync(target, path);
  } catch {
    // Something of that name is there.
  }
}

function contentOf(random: Random, parts: readonly string[]): Text {
  const documents = random.list(1, 3, () => random.of(parts));
  const text = documents.map((each) => (each.endsWith("\n") ? each : `${each}\n`)).join("---\n");
  const kind = random.fraction();
  if (kind < 0.4) return text;
  if (kind < 0.9) return mutated(text, random, parts).toWellFormed();
  if (kind < 0.95) return generated(random).toWellFormed();
  return brokenBytes(text, random);
}

/** Everything below a folder: paths with what they hold. Links are not followed. */
export function treeOf(folder: string): ReadonlyMap<string, string> {
  const tree = new Map<string, string>();
  const walk = (path: string, name: string): void => {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) tree.set(name, `link to ${readlinkSync(path)}`);
    else if (stat.isDirectory()) {
      tree.set(name, "folder");
      for (const each of readdirSync(path)) walk(join(path, each), `${name}/${each}`);
    } else tree.set(name, createHash("sha1").update(readFileSync(path)).digest("hex"));
  };
  walk(folder, ".");
  return tree;
}

/** The paths that are not the same in both. */
export function changedPaths(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
}
