import { askedOnce, type AskedOnce } from "../match/split.js";
import { splitBySubject, subjectKey } from "../match/subject.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { Walk } from "./walk.js";

const SELECTING = new WeakMap<Walk, Map<string, AskedOnce>>();

/** Whether a policy selects the subject of a walk: of pods of which little is known that is asked in many worlds. */
export function selecting(policy: Policy, walk: Walk): AskedOnce {
  const asked = SELECTING.get(walk) ?? new Map<string, AskedOnce>();
  SELECTING.set(walk, asked);
  const key = subjectKey(policy);
  let question = asked.get(key);
  if (question === undefined) {
    const { subject, context } = walk.side;
    asked.set(key, (question = askedOnce((each) => splitBySubject(each, policy, subject, context))));
  }
  return question;
}
