import { field, fieldAt, items, textOf, type Node } from "../../../source/manifest/node.js";
import { scrapedPort } from "../core/scraped.js";
import { PROBED, probedPorts } from "./probes.js";
import {
  isDatabaseClient,
  scriptAddresses,
  writtenAddresses,
  loneHost,
  lonePort,
} from "../../../base/net/written-address.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { ConfiguredAddress, PodSettings, UsedAccount } from "../../model/configured.js";

/** What containers are configured with, and what their probes ask. */
export const CONTAINER_SETTINGS: Keep = {
  command: true,
  args: true,
  env: { name: true, value: true, valueFrom: { configMapKeyRef: { name: true, key: true } } },
  envFrom: { configMapRef: { name: true } },
  ...PROBED,
};

/** What says who its pods are to the API server. */
export const POD_SETTINGS: Keep = {
  serviceAccountName: true,
  serviceAccount: true,
  automountServiceAccountToken: true,
};

/** Reads what the containers of a pod are configured with, of manifests alone: what comes from a server has none of these fields. */
export function podSettings(metadata: Node | undefined, spec: Node | undefined): PodSettings {
  const containers = ["initContainers", "containers"].flatMap((each) => items(field(spec, each)));
  const own = containers.flatMap((container) => [
    ...settingsIn(variablesOf(container)),
    ...argumentsIn(["command", "args"].flatMap((each) => items(field(container, each)))),
  ]);
  return {
    own,
    from: containers.flatMap(mapsOf),
    probes: probedPorts(spec),
    scraped: scrapedPort(metadata),
    account: accountOf(spec),
  };
}

/** The older field has a name of its own. */
function accountOf(spec: Node | undefined): UsedAccount {
  const mounted = field(spec, "automountServiceAccountToken")?.value;
  return {
    name: textOf(field(spec, "serviceAccountName")) ?? textOf(field(spec, "serviceAccount")),
    isMounted: typeof mounted === "boolean" ? mounted : undefined,
  };
}

type Setting = readonly [name: string, text: string];

function variablesOf(container: Node): Setting[] {
  return items(field(container, "env")).flatMap((each): Setting[] => {
    const [name, value] = [textOf(field(each, "name")), textOf(field(each, "value"))];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
}

function mapsOf(container: Node): PodSettings["from"][number][] {
  const keys = items(field(container, "env")).flatMap((each) => {
    const ref = fieldAt(each, "valueFrom", "configMapKeyRef");
    const [map, key] = [textOf(field(ref, "name")), textOf(field(ref, "key"))];
    return map === undefined || key === undefined ? [] : [{ map, key }];
  });
  const whole = items(field(container, "envFrom")).flatMap((each) => {
    const map = textOf(fieldAt(each, "configMapRef", "name"));
    return map === undefined ? [] : [{ map, key: undefined }];
  });
  return [...keys, ...whole];
}

/** Names that say that their value is a host, and under which name its port would stand beside it. */
const HOST_NAME = /^(?:(.*)[_.-])?(?:HOST|HOSTNAME|SERVER|ADDR|ADDRESS|ENDPOINT|SERVICE)$/i;

/** The same of libpq, which has no mark between the words. */
const LIBPQ_HOST = "PGHOST";
const LIBPQ_PORT = "PGPORT";

/** Names of values that hold whom to let call, or what others call these pods by: they connect to none of it themselves. */
const NOT_CONNECTED =
  /cors|csrf|advertised|origins?$|(?:allowed|trusted)[_.-]*(?:hosts?|prox(?:y|ies))$|(?:redirect|callback)[_.-]*ur[il]s?$/i;

/** The addresses among named values: whole values that are one, and hosts that have a port beside them or need none. */
export function settingsIn(settings: readonly Setting[]): ConfiguredAddress[] {
  const byName = new Map(settings);
  return settings.flatMap(([setting, text]): ConfiguredAddress[] => {
    if (NOT_CONNECTED.test(setting)) return [];
    const written = writtenAddresses(text);
    if (written.length > 0) return written.map((each) => ({ setting, ...each }));
    const host = loneHost(text);
    if (host === undefined) return [];
    if (setting === LIBPQ_HOST) return [{ setting, host, port: lonePort(byName.get(LIBPQ_PORT) ?? "5432") }];
    const [named, stem = ""] = HOST_NAME.exec(setting) ?? [];
    if (named === undefined) return [];
    const beside = ["PORT", "port"].flatMap((each) =>
      ["_", "-", "."].flatMap((dash) => byName.get(stem === "" ? each : `${stem}${dash}${each}`) ?? []),
    );
    return [{ setting, host, port: beside.flatMap((each) => lonePort(each) ?? [])[0] }];
  });
}

/** Behind it a shell takes a script. */
const SCRIPT_FLAG = /^-[a-z]*c$/;

/** `--redis=redis-cart:6379`, `--redis redis-cart:6379`, `redis-cart:6379`. */
function argumentsIn(given: readonly Node[]): ConfiguredAddress[] {
  const texts = given.flatMap((each) => textOf(each) ?? []);
  const scriptFlag = texts.findIndex((each) => SCRIPT_FLAG.test(each));
  // A client of a database that no shell runs: its options are words of their own.
  const line = scriptFlag === -1 && isDatabaseClient(texts[0] ?? "") ? texts.join(" ") : "";
  const asked = scriptAddresses(line).map((each) => ({ setting: "argument", ...each }));
  const named = texts.flatMap((text, i) => {
    const [, flag, value = text] = /^(--?[A-Za-z0-9][-\w.]*)=(.*)$/s.exec(text) ?? [];
    const before = texts[i - 1] ?? "";
    const setting = flag ?? (/^--?[A-Za-z0-9][-\w.]*$/.test(before) ? before : "argument");
    const isScript = scriptFlag !== -1 && i > scriptFlag;
    if (!isScript && NOT_CONNECTED.test(setting)) return [];
    return (isScript ? scriptAddresses(text) : writtenAddresses(value)).map((each) => ({
      setting: isScript ? "script" : setting,
      ...each,
    }));
  });
  return [...named, ...asked];
}
