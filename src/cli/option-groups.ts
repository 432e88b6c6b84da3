import { groupBy } from "../base/collections/group-by.js";
import { Option, type Command } from "commander";

/** The headings under which help lists options, in their order: each with what is most used first. */
export const GROUPS = {
  sources: "Sources:",
  question: "What is asked:",
  output: "Output:",
  facts: "Cluster facts:",
  limits: "Limits:",
} as const;

/** Has a command's help list its options in groups. */
export function groupOptions(command: Command): void {
  // Help itself is output like everything else.
  command.addHelpOption(new Option("-h, --help", "show this help").helpGroup(GROUPS.output));
  command.configureHelp({
    groupItems: (_all, visible, groupOf) =>
      new Map([...groupBy(visible, groupOf)].toSorted(([a], [b]) => rankOf(a) - rankOf(b))),
  });
}

/** Other headings, such as that of arguments, come first. */
function rankOf(heading: string): number {
  return Object.values<string>(GROUPS).indexOf(heading);
}
