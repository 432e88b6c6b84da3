import { applyEdits } from "../edit/apply.js";
import { explain } from "../explain/explain.js";
import { MissingPortError } from "../explain/missing-port.js";
import { NO_TRAFFIC, unionTraffic } from "../net/traffic.js";
import { resolve, resolveSource } from "../query/resolve.js";
import type { Amendment } from "./amendment.js";
import type { Candidate } from "./candidates.js";
import type { Edit } from "../edit/edit.js";
import type { Explanation } from "../explain/result.js";
import type { Reloadable } from "../load/load.js";
import type { Loaded } from "../load/options.js";
import type { Profile } from "../match/profile.js";
import type { Scene } from "./scene.js";
import type { SourceFile } from "../manifest/source.js";
import type { TrafficQuestion } from "../query/traffic.js";

/** What is asked, in the words in which it can be asked again of edited files. */
export interface FlowQuestion {
  readonly from: string;
  readonly to: string;
  /** The namespace of names given without one, if it was given. */
  readonly namespace: string | undefined;
  readonly traffic: TrafficQuestion;
  readonly profile: Profile;
}

/** The input with some edits, and the answer that it gives. */
export interface Trial {
  readonly loaded: Loaded;
  readonly scene: Omit<Scene, "isEditable">;
  readonly amendments: readonly Amendment[];
  /** The edited files by those that they were at first. */
  readonly files: ReadonlyMap<SourceFile, SourceFile>;
}

/** Asks for the flow as the files are. @returns undefined where an end is not there, or has no such port */
export function trialOf(loaded: Loaded, question: FlowQuestion): Trial | undefined {
  const scene = sceneOf(loaded, question);
  return scene === undefined ? undefined : { loaded, scene, amendments: [], files: new Map() };
}

/**
 * Makes edits on top of others and asks again.
 * @returns undefined where a file cannot be edited, what it holds then is refused, or the flow is no question any more
 */
export async function tried(
  before: Trial,
  candidate: Candidate,
  question: FlowQuestion,
  reload: Reloadable["reload"],
): Promise<Trial | undefined> {
  const files = editedFiles(before.files, candidate);
  if (files === undefined) return undefined;
  const loaded = await reload(files);
  if (faultsIn(loaded) > faultsIn(before.loaded)) return undefined;
  const scene = sceneOf(loaded, question);
  return scene === undefined
    ? undefined
    : { loaded, scene, amendments: [...before.amendments, ...candidate], files };
}

function editedFiles(
  before: ReadonlyMap<SourceFile, SourceFile>,
  candidate: Candidate,
): ReadonlyMap<SourceFile, SourceFile> | undefined {
  const files = new Map(before);
  const originals = new Map([...before].map(([original, current]) => [current, original]));
  const byFile = new Map<SourceFile, Edit[]>();
  for (const { document, edits } of candidate)
    byFile.set(document.file, [...(byFile.get(document.file) ?? []), ...edits]);
  for (const [file, edits] of byFile) {
    const edited = applyEdits(file, edits);
    if (edited.refused !== undefined) return undefined;
    files.set(originals.get(file) ?? file, { ...file, text: edited.text });
  }
  return files;
}

/** What a server refuses, what could not be read, and what is there twice. */
function faultsIn({ problems, cluster }: Loaded): number {
  const faults = problems.filter(
    ({ server, code }) => server !== undefined || code === "not-analysed" || code === "duplicate-object",
  );
  return faults.length + cluster.refused.length;
}

function sceneOf(
  { cluster }: Loaded,
  { from, to, namespace, traffic, profile }: FlowQuestion,
): Trial["scene"] | undefined {
  const source = resolveSource(cluster, from, namespace);
  const destination = resolve(cluster, to, namespace);
  if (!source.ok || !destination.ok) return undefined;
  const ends = { from: source.resolved, to: destination.resolved };
  const explanation = explained(() => explain(cluster, { ...ends, traffic, profile }));
  if (explanation === undefined) return undefined;
  const asked = explanation.results.map((result) => result.traffic).reduce(unionTraffic, NO_TRAFFIC);
  return { cluster, ...ends, explanation, traffic: asked };
}

function explained(ask: () => Explanation): Explanation | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof MissingPortError) return undefined;
    throw error;
  }
}
