import { entries, field, textOf } from "../../../source/manifest/node.js";
import { pluginSettings } from "../plugins/settings-kinds.js";
import { settingsIn } from "../workload/pod-settings.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";

/**
 * v1 ConfigMap: the settings of a network plugin; and of manifests that are linted the addresses that its values are. Of a server
 * and in snapshots there are only those of plugins.
 */
export const CONFIG_MAP: KindReader = {
  isNamespaced: true,
  isBeside: true,
  keep: { apiVersion: true, kind: true, metadata: { name: true, namespace: true }, data: true },
  read({ ref, node }: ApiObject, { isStored, purpose }): ObjectReading {
    const plugin = pluginSettings({ ref, node });
    if (isStored || purpose !== "lint") return { objects: plugin, problems: [] };
    const data = entries(field(node, "data")).flatMap(([key, value]): [string, string][] => {
      const text = textOf(value);
      return text === undefined ? [] : [[key, text]];
    });
    const { namespace = "default", name } = ref;
    const settings = { namespace, name, addresses: settingsIn(data) };
    return { objects: [{ type: "settings", settings }, ...plugin], problems: [] };
  },
};
