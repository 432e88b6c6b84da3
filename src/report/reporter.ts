import type { View } from "./view.js";

/**
 * Writes a report in one format: pieces of text in their order, with their line breaks, each as it is shown or stored. It
 * only reads the report, so that one report can be written in several formats.
 */
export type Reporter<R> = (report: R, view: View) => Iterable<string>;

/** The formats of a report by the names that `-o` takes, in the order in which the help lists them. */
export type Reporters<R, F extends string = string> = Readonly<Record<F, Reporter<R>>>;

/** A reporter of lines, each of which gets its line break here. */
export function inLines<R>(lines: Reporter<R>): Reporter<R> {
  return function* withEnds(report, view) {
    for (const line of lines(report, view)) yield `${line}\n`;
  };
}
