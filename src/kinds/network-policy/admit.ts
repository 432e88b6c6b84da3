import { child } from "../../manifest/origin.js";
import { decode } from "../go-json/decode.js";
import { labelKeyProblems } from "../label-keys.js";
import { NETWORK_POLICY_V1, NETWORK_POLICY_V1BETA1 } from "./go-types.js";
import { metadataErrors } from "../metadata/validate.js";
import { problemsOf } from "../refusal.js";
import { quote } from "../go-json/quote.js";
import { removedVersionProblem } from "./removed-version.js";
import { specErrors } from "./validate.js";
import { serverVersion } from "../validation/words.js";
import { uncheckedProblems } from "./unchecked.js";
import { withDefaults } from "./defaults.js";
import type { Admission } from "../admission.js";
import type { ApiObject, ReadOptions } from "../kind.js";

/** Says whether a server takes a NetworkPolicy of networking.k8s.io/v1 or extensions/v1beta1; both are checked alike. */
export function admit(object: ApiObject, options: ReadOptions): Admission {
  const removed = removedVersionProblem(object, options);
  if (removed !== undefined) return { stored: undefined, problems: [removed] };
  const isBeta = object.ref.apiVersion === "extensions/v1beta1";
  const decoded = decode(isBeta ? NETWORK_POLICY_V1BETA1 : NETWORK_POLICY_V1, object.node);
  const labelKeys = labelKeyProblems(object);
  const { unknown, error: decodeError } = decoded;
  const refusal = { decodeError, unknown, quotePath: quote };
  if (decoded.value === undefined) {
    return { stored: undefined, problems: [...problemsOf(object, { ...refusal, errors: [] }), ...labelKeys] };
  }
  const stored = withDefaults(decoded.value);
  const { origin } = object.node;
  const metadata = { value: decoded.value["metadata"] ?? null, origin: child(origin, "metadata") };
  const version = serverVersion(options.kubernetesVersion);
  const errors = [
    ...metadataErrors(metadata, { isNamespaced: true, isBuiltIn: true, version }),
    ...specErrors({ value: stored["spec"] ?? null, origin: child(origin, "spec") }, version),
  ];
  if (unknown.length > 0 || errors.length > 0) {
    return { stored: undefined, problems: [...problemsOf(object, { ...refusal, errors }), ...labelKeys] };
  }
  return {
    stored,
    problems: [...uncheckedProblems({ ref: object.ref, node: { value: stored, origin } }), ...labelKeys],
  };
}
