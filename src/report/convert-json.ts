import { incompleteJson } from "./incomplete-json.js";
import { conversionNoteText, doubtText, leftHelp, leftText } from "./convert-words.js";
import { diffJson } from "./diff-json.js";
import { encodeJson } from "./encode.js";
import { placeJson } from "./lint-json.js";
import type { ConvertReport } from "./convert-report.js";
import type { ObjectRef } from "../cluster/model/object-ref.js";

/** The version of this format; its schema is `schemas/convert.json`. */
const FORMAT_VERSION = 1;

/** The conversion as JSON. */
export function* convertJson(report: ConvertReport): Generator<string> {
  const { run, loaded, differs, isUndecided, workloads, everywhere, rollout, incompleteness, outcome } =
    report;
  const { changes } = JSON.parse([...diffJson(loaded)].join("")) as { readonly changes: unknown };
  yield encodeJson({
    version: FORMAT_VERSION,
    ...incompleteJson(incompleteness),
    outcome,
    files: [...run.files.keys()].map(({ name }) => name),
    converted: run.conversions.map(({ ref, origin, becomes, notes }) => ({
      object: refJson(ref),
      at: placeJson(origin),
      becomes: becomes.map(refJson),
      notes: notes.map((note) => ({ code: note.code, text: conversionNoteText(note) })),
    })),
    left: run.left.map((left) => ({
      object: refJson(left.ref),
      at: placeJson(left.at),
      reason: { code: left.reason.code, text: leftText(left), help: leftHelp(left.reason) ?? null },
    })),
    rollout:
      rollout === undefined
        ? null
        : { apply: rollout.apply.map(refJson), remove: rollout.remove.map(refJson) },
    proof: {
      thisCluster: { workloads, holds: !differs && !isUndecided, changes: differs ? changes : [] },
      anyCluster: everywhere.holds
        ? { holds: true, because: [] }
        : {
            holds: false,
            because: everywhere.because.map((doubt) => ({ code: doubt.code, text: doubtText(doubt) })),
          },
    },
  });
}

function refJson({ apiVersion, kind, namespace, name }: ObjectRef): unknown {
  return { apiVersion, kind, namespace: namespace ?? null, name };
}
