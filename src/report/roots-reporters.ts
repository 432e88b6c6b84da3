import { buildDoubtText } from "./build-doubt.js";
import { defuse, encode, encodeJson } from "./encode.js";
import { folderOf } from "../base/text/folder-of.js";
import { inLines, type Reporters } from "./reporter.js";
import { rootReasonText, rootSizeText } from "./roots-words.js";
import { kustomizeCommand } from "../linter/rules/words/unbuilt.js";
import type { LoadedRoot } from "../cluster/roots/load-roots.js";
import type { View } from "./view.js";

/** What `anp lint --roots` prints. */
export interface RootsReport {
  readonly roots: readonly LoadedRoot[];
}

/** The version of the JSON format; its schema is `schemas/roots.json`. */
const FORMAT_VERSION = 1;

function* rootsText({ roots }: RootsReport, _view: View): Generator<string> {
  yield roots.length === 1
    ? "1 set of manifests, linted as one cluster:"
    : `${roots.length} sets of manifests, each linted as a cluster of its own:`;
  yield "";
  for (const root of roots) {
    yield defuse(encode(root.name));
    yield defuse(`  ${rootReasonText(root, roots.length === 1)}`);
    yield defuse(`  ${rootSizeText(root)}`);
    for (const { file, doubt } of root.notRendered) {
      yield defuse(`  not rendered: ${encode(buildDoubtText(doubt))}`);
      yield defuse(`  render it: ${encode(kustomizeCommand(folderOf(file), doubt))}`);
    }
    yield "";
  }
}

function* rootsJson({ roots }: RootsReport): Generator<string> {
  yield encodeJson({
    version: FORMAT_VERSION,
    roots: roots.map(({ name, reason, kustomizations, notRendered, loaded, ...root }) => ({
      name,
      reason,
      why: rootReasonText({ reason, kustomizations }, roots.length === 1),
      kustomizations,
      notRendered: notRendered.map(({ file, doubt }) => ({
        file,
        why: buildDoubtText(doubt),
        command: kustomizeCommand(folderOf(file), doubt),
      })),
      complete: !root.isPartial,
      objects: Object.fromEntries(loaded.summary.objects),
    })),
  });
}

/** The formats of `anp lint --roots`. */
export const ROOTS_REPORTERS: Reporters<RootsReport, "text" | "json"> = {
  text: inLines(rootsText),
  json: rootsJson,
};
