import { CRD_KINDS, namedBundle, type CrdKind } from "../cluster/admission/bundles.js";
import { definitionsIn, type DefinitionReading } from "../cluster/load/definitions.js";
import { namedFile, type NamedFiles } from "./named-file.js";
import { placeText } from "../report/place.js";
import { POLICY_GROUP, type Definition } from "../cluster/admission/crd/definition.js";
import { UsageError } from "./exit.js";

/**
 * Reads the files of `--crd`: CustomResourceDefinitions of the policy kinds, and nothing else.
 * @param bundles what `--bundle` names: a release and a CRD for the same kind contradict each other
 * @throws {UsageError} for what cannot be read or used, with the place
 */
export function readCrdFiles(
  paths: readonly string[],
  bundles: readonly string[],
  where: NamedFiles,
): ReadonlyMap<CrdKind, Definition> {
  const definitions = new Map<CrdKind, Definition>();
  for (const path of paths) {
    let isEmpty = true;
    for (const reading of definitionsIn(namedFile(path, "--crd", where))) {
      isEmpty = false;
      const definition = definitionIn(reading);
      if (definitions.has(definition.kind))
        throw mistake(reading, `a second CRD of ${definition.kind}`, "give one for each kind");
      if (namedBundle(definition.kind, bundles) !== undefined)
        throw mistake(reading, `--bundle names a release for ${definition.kind} too`, "remove one of them");
      definitions.set(definition.kind, definition);
    }
    if (isEmpty) throw new UsageError(`--crd file ${path} is empty`, HELP);
  }
  return definitions;
}

const HELP = "save CRDs with kubectl get crd NAME -o yaml";

function definitionIn(reading: DefinitionReading): Definition {
  if (reading.definition !== undefined) return reading.definition;
  switch (reading.fault) {
    case "no-definition":
      throw mistake(reading, "no CustomResourceDefinition of apiextensions.k8s.io/v1", HELP);
    case "v1beta1":
      throw mistake(
        reading,
        "a CustomResourceDefinition of apiextensions.k8s.io/v1beta1, which servers removed in 1.22",
        "rewrite it as apiextensions.k8s.io/v1",
      );
    case "other-kind":
      throw mistake(
        reading,
        "the CRD of another kind",
        `--crd accepts ${CRD_KINDS.join(", ")} of ${POLICY_GROUP}`,
      );
    case "namespaced":
      throw mistake(reading, "a CRD whose scope is not Cluster", "these policies are cluster-scoped");
    case "duplicate-key":
      throw mistake(reading, "a key is written twice");
    default:
      throw mistake(reading, `cannot be read (${reading.fault})`);
  }
}

function mistake({ at }: DefinitionReading, what: string, ...hints: readonly string[]): UsageError {
  return new UsageError(`${placeText(at)}: ${what} (--crd)`, ...hints);
}
