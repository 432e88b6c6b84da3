import { definitionOf } from "../../admission/crd/definition.js";
import { pluginSettings } from "../plugins/settings-kinds.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading, ReadOptions } from "../kind.js";

/**
 * CustomResourceDefinition, where a server has stored it: what is laid over the cluster is judged by it (S-OBJ-1), and it shows which
 * network plugin is installed.
 */
export const CUSTOM_RESOURCE_DEFINITION: KindReader = {
  isNamespaced: false,
  isOnlyReadStored: true,
  keep: {
    apiVersion: true,
    kind: true,
    metadata: { name: true },
    spec: { group: true, names: true, scope: true, preserveUnknownFields: true, versions: true },
  },
  read(object: ApiObject, { isStored }: ReadOptions): ObjectReading {
    const reading = isStored ? definitionOf(object.node) : undefined;
    return {
      objects: pluginSettings(object),
      problems: [],
      ...(reading?.ok === true ? { definition: reading.value } : {}),
    };
  },
};
