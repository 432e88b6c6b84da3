import { columnsOf, NO_TEXT, type TableCell, type Table } from "../../questions/tables/table.js";
import { originOf } from "../../semantics/evaluate/decider.js";
import { placeText } from "../place.js";
import { replayStepText } from "../replay-words.js";
import type { HalfAnswer } from "../../questions/replay/judged.js";
import type { TableName, VerdictTables } from "../../questions/tables/verdict-tables.js";

/** Every table of a query, the answers in words among them. */
export function allTables({ tables, answers }: VerdictTables): readonly Table<TableName>[] {
  const rows = answers.map(({ egress, ingress, both }, i): TableCell[] => [
    i + 1,
    ...[egress, ingress, both].flatMap((half) => [half.verdict, decidedBy(half)]),
  ]);
  const columns = columnsOf(
    "number answer",
    "text egress",
    "text egress_by",
    "text ingress",
    "text ingress_by",
    "text connection",
    "text connection_by",
  );
  return [...tables, { name: "answers", columns, rows }];
}

/** What decides, with its place: `NetworkPolicy shop/web rule 1, from app=web (k8s/web.yaml:12:5)`. */
function decidedBy({ steps }: HalfAnswer): string {
  const texts = steps.map((step) => {
    const at = originOf(step.decider, step.direction);
    return at === undefined ? replayStepText(step) : `${replayStepText(step)} (${placeText(at)})`;
  });
  return texts.join(" | ") || NO_TEXT;
}
