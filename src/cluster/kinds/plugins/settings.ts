import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import type { PluginSetting } from "../../model/plugin-settings.js";

/** The values that a setting may have: another text may be anything, and is not kept. */
type Values = RegExp;

const SWITCH: Values = /^(?:true|false)$/;
const NONE: Values = /^(?!)/;

/** A ConfigMap of a network plugin: keys that are settings, and keys with a text that has one in a line. */
export interface SettingsMap {
  readonly name: string;
  readonly namespaces: readonly string[];
  readonly keys: Readonly<Record<string, Values>>;
  readonly lines: Readonly<Record<string, SettingLine>>;
}

/** A line of a text that is a setting: its key, its value. */
interface SettingLine {
  readonly pattern: RegExp;
  readonly between: string;
}

/** Of Antrea's configuration the feature gates of the policies that it reads only with them. */
const GATES: SettingLine = {
  pattern: /^(AdminNetworkPolicy|ClusterNetworkPolicy): {0,8}(true|false)$/,
  between: ": ",
};

/** The ConfigMaps with which network plugins are set up, by their exact names. */
export const SETTINGS_MAPS: readonly SettingsMap[] = [
  {
    name: "cilium-config",
    namespaces: ["kube-system"],
    keys: {
      "allow-localhost": /^(?:auto|always|policy)$/,
      "enable-k8s-cluster-network-policy": SWITCH,
      "enable-k8s-networkpolicy": SWITCH,
      "enable-l7-proxy": SWITCH,
      "enable-node-selector-labels": SWITCH,
      "enable-policy": /^(?:default|always|never)$/,
      "enable-sctp": SWITCH,
      "policy-cidr-match-mode": /^(?:nodes|pods)(?:[ ,]{1,2}(?:nodes|pods))?$/,
    },
    lines: {},
  },
  {
    name: "antrea-config",
    namespaces: ["kube-system"],
    keys: {},
    lines: { "antrea-agent.conf": GATES, "antrea-controller.conf": GATES },
  },
  {
    name: "amazon-vpc-cni",
    namespaces: ["kube-system"],
    keys: { "enable-network-policy-controller": SWITCH },
    lines: {},
  },
  {
    name: "ovnkube-config",
    namespaces: ["openshift-ovn-kubernetes", "ovn-kubernetes"],
    keys: {},
    lines: {
      "ovnkube.conf": {
        pattern: /^(allow-icmp-network-policy) {0,8}= {0,8}(true|false)$/,
        between: "=",
      },
    },
  },
];

/** A kind of which one object, `default`, says how a plugin is set up. */
export interface SettingsKind {
  readonly apiVersions: readonly string[];
  /** The part of the object in which the settings are. */
  readonly part: "spec" | "status";
  readonly fields: Readonly<Record<string, Values>>;
  /** A field of the same part without whose value they say nothing: releases of other variants count otherwise. */
  readonly condition?: { readonly field: string; readonly value: string };
}

const CALICO = ["crd.projectcalico.org/v1", "projectcalico.org/v3"];
const CALICO_VERSION: Values = /^v?\d{1,4}\.\d{1,4}\.\d{1,9}$/;

/** Calico's own kinds that say how it is set up: its own, and its operator's. */
export const SETTINGS_KINDS: Readonly<Record<string, SettingsKind>> = {
  ClusterInformation: { apiVersions: CALICO, part: "spec", fields: { calicoVersion: CALICO_VERSION } },
  FelixConfiguration: {
    apiVersions: CALICO,
    part: "spec",
    fields: { defaultEndpointToHostAction: /^(?:Accept|Drop|Return)$/i },
  },
  Installation: {
    apiVersions: ["operator.tigera.io/v1"],
    part: "status",
    fields: { calicoVersion: CALICO_VERSION },
    condition: { field: "variant", value: "Calico" },
  },
};

/**
 * Kinds of which the definition shows that a plugin is installed, even where none of its agents may be seen: the names of their CRDs.
 * Of those no more than the name is read.
 */
export const PLUGIN_CRDS: readonly string[] = [
  "antreaagentinfos.crd.antrea.io",
  "ciliumnetworkpolicies.cilium.io",
  "egressfirewalls.k8s.ovn.org",
  "felixconfigurations.crd.projectcalico.org",
  "installations.operator.tigera.io",
  "policyendpoints.networking.k8s.aws",
];

/** A DaemonSet that is set up by its containers: their arguments, their variables, and that they are there. */
interface Agent {
  readonly args: RegExp;
  readonly env: Readonly<Record<string, Values>>;
  readonly containers: Values;
  /** What the program takes where no container says it. */
  readonly usual: readonly PluginSetting[];
}

const AGENTS: Readonly<Record<string, Agent>> = {
  "aws-node": {
    args: /^(--enable-network-policy)(?:=(true|false))?$/,
    env: { NETWORK_POLICY_ENFORCING_MODE: /^(?:standard|strict)$/ },
    containers: NONE,
    usual: [{ key: "--enable-network-policy", value: "false" }],
  },
  "kube-flannel-ds": { args: NONE, env: {}, containers: /^kube-network-policies$/, usual: [] },
  "kube-router": {
    args: /^(--netpol-default-deny|--run-firewall)(?:=(true|false))?$/,
    env: {},
    containers: NONE,
    usual: [],
  },
};

/** The settings that an object has; undefined for one that is not a network plugin's. */
export function settingsOf(object: Mapping): readonly PluginSetting[] | undefined {
  const [kind, name, namespace] = nameOf(object);
  const own = settingsKind(kind);
  if (own !== undefined) return name === "default" ? inPart(object[own.part], own) : undefined;
  if (kind === "CustomResourceDefinition") return PLUGIN_CRDS.includes(name) ? [] : undefined;
  if (kind === "DaemonSet") {
    const agent = agentNamed(name);
    return agent === undefined ? undefined : inContainers(object, agent);
  }
  const map = kind === "ConfigMap" ? mapNamed(name, namespace) : undefined;
  if (map === undefined) return undefined;
  const data = object["data"];
  return [
    ...inFields(data, map.keys),
    ...Object.entries(map.lines).flatMap(([key, line]) => inLines(textIn(data, key), line)),
  ];
}

/** The parts of an object that hold its settings, with nothing beside them; undefined for one that is not a plugin's. */
export function onlySettings(object: Mapping): Mapping | undefined {
  const [kind, name, namespace] = nameOf(object);
  const settings = settingsOf(object);
  if (settings === undefined) return undefined;
  const agent = kind === "DaemonSet" ? agentNamed(name) : undefined;
  if (agent !== undefined)
    return mapping({
      spec: mapping({
        template: mapping({
          spec: mapping({ containers: containersOf(object).map((each) => onlyArguments(each, agent)) }),
        }),
      }),
    });
  const map = kind === "ConfigMap" ? mapNamed(name, namespace) : undefined;
  const own = settingsKind(kind);
  if (own !== undefined) {
    const condition = own.condition === undefined ? {} : { [own.condition.field]: own.condition.value };
    return mapping({ [own.part]: mapping({ ...condition, ...fieldsOf(settings) }) });
  }
  if (map === undefined) return mapping({});
  const data = object["data"];
  const lines = Object.entries(map.lines).flatMap(([key, line]): [string, Value][] => {
    const found = inLines(textIn(data, key), line);
    const text = found.map((each) => `${each.key}${line.between}${each.value}\n`).join("");
    return text === "" ? [] : [[key, text]];
  });
  return mapping({ data: mapping({ ...fieldsOf(inFields(data, map.keys)), ...Object.fromEntries(lines) }) });
}

function onlyArguments(container: Value, agent: Agent): Mapping {
  const { args, env, containers } = agent;
  const kept = textsIn(container, "args").filter((each) => args.test(each));
  const variables = variablesOf(container, env).map(({ key, value }) => mapping({ name: key, value }));
  const name = textIn(container, "name");
  return mapping({
    ...(containers.test(name) ? { name } : {}),
    ...(kept.length === 0 ? {} : { args: kept }),
    ...(variables.length === 0 ? {} : { env: variables }),
  });
}

function inContainers(object: Mapping, { args, env, containers, usual }: Agent): readonly PluginSetting[] {
  const all = containersOf(object);
  const written = all.flatMap((container): PluginSetting[] => {
    const name = textIn(container, "name");
    return [
      ...(containers.test(name) ? [{ key: "container", value: name }] : []),
      ...textsIn(container, "args").flatMap((text): PluginSetting[] => {
        const [, key, value = "true"] = args.exec(text) ?? [];
        return key === undefined ? [] : [{ key, value }];
      }),
      ...variablesOf(container, env),
    ];
  });
  const unwritten = usual.filter(({ key }) => !written.some((each) => each.key === key));
  return all.length === 0 ? written : [...written, ...unwritten];
}

function agentNamed(name: string): Agent | undefined {
  return Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
}

function variablesOf(container: Value, known: Readonly<Record<string, Values>>): readonly PluginSetting[] {
  const env = isMapping(container) ? container["env"] : undefined;
  if (!isList(env)) return [];
  return env.flatMap((each): PluginSetting[] => {
    const [key, value] = [textIn(each, "name"), textIn(each, "value")];
    const values = Object.hasOwn(known, key) ? known[key] : undefined;
    return values?.test(value) === true ? [{ key, value }] : [];
  });
}

function inPart(part: Value | undefined, { fields, condition }: SettingsKind): PluginSetting[] {
  if (condition !== undefined && textIn(part, condition.field) !== condition.value) return [];
  return inFields(part, fields);
}

function settingsKind(kind: string): SettingsKind | undefined {
  return Object.hasOwn(SETTINGS_KINDS, kind) ? SETTINGS_KINDS[kind] : undefined;
}

function inFields(fields: Value | undefined, known: Readonly<Record<string, Values>>): PluginSetting[] {
  return Object.entries(known).flatMap(([key, values]) => {
    const value = textIn(fields, key);
    return values.test(value) ? [{ key, value }] : [];
  });
}

function inLines(text: string, { pattern }: SettingLine): PluginSetting[] {
  return text.split("\n").flatMap((line) => {
    const [, key, value] = pattern.exec(line.trim()) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value }];
  });
}

function containersOf({ spec }: Mapping): readonly Value[] {
  const template = isMapping(spec) ? spec["template"] : undefined;
  const pod = isMapping(template) ? template["spec"] : undefined;
  const containers = isMapping(pod) ? pod["containers"] : undefined;
  return isList(containers) ? containers : [];
}

function mapNamed(name: string, namespace: string): SettingsMap | undefined {
  return SETTINGS_MAPS.find((each) => each.name === name && each.namespaces.includes(namespace));
}

function nameOf({ kind, metadata }: Mapping): readonly [kind: string, name: string, namespace: string] {
  const isText = (value: Value | undefined): string => (typeof value === "string" ? value : "");
  return [isText(kind), textIn(metadata, "name"), textIn(metadata, "namespace")];
}

function textIn(value: Value | undefined, key: string): string {
  const text = isMapping(value) ? value[key] : undefined;
  return typeof text === "string" ? text : typeof text === "boolean" ? String(text) : "";
}

function textsIn(value: Value | undefined, key: string): readonly string[] {
  const list = isMapping(value) ? value[key] : undefined;
  return isList(list) ? list.filter((each) => typeof each === "string") : [];
}

function fieldsOf(settings: readonly PluginSetting[]): Record<string, Value> {
  return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
}

function mapping(fields: Readonly<Record<string, Value>>): Mapping {
  return Object.assign(emptyMapping(), fields);
}
