import { definitionOf } from "../../admission/crd/definition.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading, ReadOptions } from "../kind.js";

/** CustomResourceDefinition, where a server has stored it: what is laid over the cluster is judged by it (S-OBJ-1). */
export const CUSTOM_RESOURCE_DEFINITION: KindReader = {
  isNamespaced: false,
  isOnlyReadStored: true,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true },
    spec: { group: true, names: true, scope: true, preserveUnknownFields: true, versions: true },
  },
  read({ node }: ApiObject, { isStored }: ReadOptions): ObjectReading {
    const reading = isStored ? definitionOf(node) : undefined;
    return { objects: [], problems: [], ...(reading?.ok === true ? { definition: reading.value } : {}) };
  },
};
