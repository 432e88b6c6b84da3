import { folderOf } from "../../base/text/folder-of.js";
import type { AcceptanceJudgement } from "../problems/condition.js";
import type { Input } from "./input.js";
import type { InputProblem } from "../problems/not-read.js";
import type { Problem } from "../problems/problem.js";

/** Tells which inputs may stay unread; undefined where nobody speaks of one. */
export type JudgeInput = (input: Input) => Promise<AcceptanceJudgement | undefined>;

/** The path that an input is accepted by, as it is shown; undefined for what nobody can name. */
export function acceptedPath(input: Input): string | undefined {
  switch (input.type) {
    case "file":
      return input.file.name;
    case "unbuilt":
      return folderOf(input.file.name);
    case "unreadable":
    case "chart":
    case "other":
      return input.name;
    case "built":
    case "stored":
    case "cluster":
      return undefined;
  }
}

/** What ends a run early, or is about all of it: nobody can accept that. */
const OF_THE_RUN: ReadonlySet<string> = new Set<InputProblem>([
  "too-many-files",
  "total-too-large",
  "timeout",
  "forbidden",
  "too-many-findings",
  "too-much-work",
  "out-of-time",
]);

/** True for what was not read and can be accepted by name. */
export function isAcceptable(problem: Problem): boolean {
  return problem.code === "not-analysed" && !OF_THE_RUN.has(problem.facts.reason);
}

/** True for a kustomization that is not built: what it is made of is more than what stands at its path. */
export function isUnbuilt({ code, facts }: Problem): boolean {
  return code === "not-analysed" && facts.reason === "kustomize-build";
}

/** The path by which what a problem is about can be accepted. */
export function pathToAccept(problem: Problem): string | undefined {
  if (problem.code !== "not-analysed" || !isAcceptable(problem)) return undefined;
  const { name } = problem.at.document.file;
  return isUnbuilt(problem) ? folderOf(name) : name;
}
