import { kindAndName } from "../../cluster/model/object-ref.js";
import type { Asked, QuestionProblem } from "./problem.js";

/** Thrown by the library for a question that cannot be read, or that names what is not there. */
export class QuestionError extends Error {
  /** The facts, by `code`. */
  readonly problem: QuestionProblem;

  constructor(problem: QuestionProblem) {
    super(messageOf(problem));
    this.problem = problem;
  }
}

/** @throws {QuestionError} where a question is none */
export function orThrow<T>(asked: Asked<T>): T {
  if (asked.ok) return asked.value;
  throw new QuestionError(asked.problem);
}

function messageOf(problem: QuestionProblem): string {
  switch (problem.code) {
    case "unknown-scheme":
    case "port-of-source":
    case "two-ports":
      return `an end cannot be read: ${problem.code}`;
    case "bad-protocol":
    case "bad-port":
    case "reversed-range":
    case "port-with-other-protocol":
      return `the port or protocol cannot be read: ${problem.code}`;
    case "not-a-pod":
      return `${JSON.stringify(problem.asked)} is no pod`;
    case "port-by-name":
      return `a port by its name: ${JSON.stringify(problem.asked)}`;
    case "no-destination":
      return "no destination given";
    case "missing-port":
      return `no ${problem.of.type} port ${problem.port}`;
    case "no-backend":
      return `no such backend of ${kindAndName(problem.route)}`;
    case "behind-no-pods":
      return `not all that stands behind Service ${problem.service} is a pod, and the map shows pods`;
    case "behind-untold-port":
      return `it isn't known on which port of ${problem.pod} Service ${problem.service} ends`;
    default:
      return `no endpoint ${JSON.stringify(problem.asked)}: ${problem.code}`;
  }
}
