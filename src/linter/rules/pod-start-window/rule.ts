import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { startWindows } from "../plugins/kinds.js";

/** By the plugin that is named, or that the input runs (U-12). */
export const podStartWindow = defineRule({
  id: "pod-start-window",
  level: "info",
  category: "portability",
  summary: "pods that are open for a moment when they start, on the network plugin",
  rationale:
    "Some plugins let a new pod send and receive before its policies are in place. Short jobs may be done by then, and connections that are opened then may live on.",
  reference: "U-12",
  examples: { bad, good, reading: { plugin: "kube-router" } },
  check: startWindows,
  word(facts) {
    return {
      message: `on ${facts.plugin}, pods are open until their policies are in place`,
      label: "is in place a moment after its pods start",
      notes: [pluginNote(facts)],
      help: "switch on that the plugin denies until then, if that matters",
    };
  },
});
