import { it } from "vitest";
import { changesNothing, expectSame, holdLaw } from "./law.js";
import { labelsAsExpressions, renumberPriorities } from "./change/equivalent.js";
import { pairsOf } from "./questions.js";
import { renameAll, renamedEnd } from "./change/rename.js";
import { writeDefaults } from "./change/defaults.js";

it("matchLabels are In", () => changesNothing("labels as expressions", labelsAsExpressions));

it("renumbering priorities in their order changes nothing", () =>
  changesNothing("renumbered priorities", renumberPriorities));

it("writing the defaults out changes nothing", () => changesNothing("written defaults", writeDefaults));

it("renaming is equivariant", () =>
  holdLaw("renamed", renameAll, expectSame, {
    pairs: (before) =>
      pairsOf(before).map(([from, to]) => [
        [from, to],
        [renamedEnd(from), renamedEnd(to)],
      ]),
  }));
