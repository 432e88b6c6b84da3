import { amendedObject, amendmentText, SHOWN_FLOWS, suggestionNoteText } from "./suggest-words.js";
import { PROTOCOLS, type Traffic } from "../base/net/traffic.js";
import type { OtherFlow } from "../questions/suggest/effects.js";
import type { PlacedAmendment, Suggestion } from "../questions/suggest/suggestion.js";
import type { SuggestionNote, Suggestions } from "../questions/suggest/suggest.js";

/** Suggestions as the fields of an explanation's JSON. */
export function suggestionsJson({ suggestions, notes }: Suggestions): Record<string, unknown> {
  return {
    suggestions: suggestions.map(suggestionJson),
    suggestionNotes: notes.map(noteJson),
  };
}

function noteJson(note: SuggestionNote): unknown {
  const text = suggestionNoteText(note);
  return "ports" in note ? { code: note.code, text } : { ...note, text };
}

/** What was not written or counted is null: of many suggestions, the others have it. */
function suggestionJson({ verdict, amendments, leavesNameDenied, patch, effects }: Suggestion): unknown {
  return {
    verdict,
    edits: amendments.map(editJson),
    leavesNameDenied,
    patch: patch?.text ?? null,
    linesChanged: patch?.linesChanged ?? null,
    opens: effects === undefined ? null : effectJson(effects.opens),
    closes: effects === undefined ? null : effectJson(effects.closes),
  };
}

function editJson(amendment: PlacedAmendment): unknown {
  const { kind, namespace, name } = amendedObject(amendment);
  return {
    ...(amendment.isStored ? { stored: amendment.file } : { file: amendment.file }),
    kind: amendment.kind,
    object: { kind, namespace: namespace ?? null, name },
    rule: "rule" in amendment ? (amendment.rule?.index ?? null) : null,
    lastResort: amendment.lastResort ?? null,
    text: amendmentText(amendment),
  };
}

function effectJson(flows: readonly OtherFlow[]): unknown {
  const examples = flows.slice(0, SHOWN_FLOWS).map(({ from, to, traffic }) => ({
    from: from.id,
    to: to.id,
    traffic: trafficJson(traffic),
  }));
  return { count: flows.length, examples };
}

function trafficJson(traffic: Traffic): unknown[] {
  const ports = PROTOCOLS.filter((protocol) => traffic[protocol].length > 0).map((protocol) => ({
    protocol,
    ports: traffic[protocol],
  }));
  return traffic.other ? [...ports, { protocol: "other", ports: [] }] : ports;
}
