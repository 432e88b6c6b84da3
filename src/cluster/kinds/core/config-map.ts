import { entries, field, textOf } from "../../../source/manifest/node.js";
import { settingsIn } from "../workload/pod-settings.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";

/** v1 ConfigMap: the addresses that its values are. Read of manifests alone: of a server and in snapshots there are none. */
export const CONFIG_MAP: KindReader = {
  isNamespaced: true,
  isBeside: true,
  keep: { apiVersion: true, kind: true, metadata: { name: true, namespace: true } },
  keepToLint: { apiVersion: true, kind: true, metadata: { name: true, namespace: true }, data: true },
  isOnlyReadWritten: true,
  read({ ref, node }: ApiObject): ObjectReading {
    const data = entries(field(node, "data")).flatMap(([key, value]): [string, string][] => {
      const text = textOf(value);
      return text === undefined ? [] : [[key, text]];
    });
    const { namespace = "default", name } = ref;
    const settings = { namespace, name, addresses: settingsIn(data) };
    return { objects: [{ type: "settings", settings }], problems: [] };
  },
};
