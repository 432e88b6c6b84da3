import { createHmac } from "node:crypto";
import { allowedParts } from "../../../src/cluster/kinds/allow-list.js";
import { Anonymiser } from "../../../src/cluster/snapshot/anonymise/anonymiser.js";
import { isMapping, type Mapping } from "../../../src/source/manifest/value.js";
import { project } from "../../../src/source/manifest/project.js";
import type { End } from "../questions.js";
import type { KubernetesObject } from "../../reference/kubernetes.js";
import type { Scenario } from "../generate/scenario.js";

const KEY = "a key that a run would draw";

const anonymiser = new Anonymiser((text) => createHmac("sha256", KEY).update(text).digest());

/** The scenario as an anonymised snapshot of it: what the program is told beside the objects is in the new words too. */
export function anonymised(made: Scenario): Scenario {
  const { objects, addresses, domains, hypothetical, facts } = made;
  const dns = facts.dns === undefined ? undefined : Object.entries(facts.dns);
  return {
    ...made,
    objects: objects.map(anonymisedObject),
    addresses: addresses.map((each) => inField("ip", each)),
    domains: domains.map((each) => inField("host", each)),
    hypothetical: hypothetical && {
      namespace: inField("namespace", hypothetical.namespace),
      labels: inField("labels", hypothetical.labels),
    },
    facts: {
      ...facts,
      podCidrs: facts.podCidrs.map((each) => inField("podCIDR", each)),
      nodeCidrs: facts.nodeCidrs.map((each) => inField("podCIDR", each)),
      dns:
        dns &&
        Object.fromEntries(
          dns.map(([name, texts]) => [inField("host", name), texts.map((text) => inField("ip", text))]),
        ),
    },
  };
}

function anonymisedObject(object: KubernetesObject): KubernetesObject {
  const keep = allowedParts(object.apiVersion, object.kind);
  const kept = keep === undefined ? undefined : project(object, keep);
  if (!isMapping(kept)) throw new Error(`no snapshot holds ${object.kind}`);
  return anonymiser.object(kept) as unknown as KubernetesObject;
}

/** What becomes of a value that stands in a field of some object. */
function inField<T>(field: string, value: T): T {
  return (anonymiser.object({ [field]: value } as unknown as Mapping) as Record<string, unknown>)[field] as T;
}

/** An end in the new words: kinds keep theirs. */
export function anonymisedEnd(end: End): End {
  const { text, query } = end;
  if ("domain" in query || "via" in query) return { ...end, text: inField("host", text) };
  if ("address" in query) return { ...end, text: inField("ip", text) };
  const parts = text.split("/");
  const words = parts.map((part, i) =>
    i === parts.length - 2 && KINDS.has(part) ? part : inField("name", part),
  );
  return { ...end, text: words.join("/") };
}

const KINDS: ReadonlySet<string> = new Set([
  "pod",
  "node",
  "deployment",
  "statefulset",
  "daemonset",
  "replicaset",
  "replicationcontroller",
  "job",
  "cronjob",
]);
