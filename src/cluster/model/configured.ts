import type { Origin } from "../../source/manifest/origin.js";

/** An address that pods are configured with: of what is written no more than this is kept. */
export interface ConfiguredAddress {
  /** The environment variable, the flag, or the key of a ConfigMap that gives it; "argument" for one without a name, "script" for what a shell runs. */
  readonly setting: string;
  /** A name, lower case, without a dot at its end. */
  readonly host: string;
  /** Undefined where none is written, and nothing says which is usual. */
  readonly port: number | undefined;
}

/** What pods are configured with. */
export interface PodSettings {
  /** Written in the pod itself. */
  readonly own: readonly ConfiguredAddress[];
  /** What it takes from ConfigMaps of its namespace: one key, or all of them. */
  readonly from: readonly { readonly map: string; readonly key: string | undefined }[];
  /** What its node asks it. */
  readonly probes: readonly ProbedPort[];
  /** Where it asks Prometheus to scrape it. */
  readonly scraped: ScrapedPort | undefined;
  /** What its pods are to the API server. */
  readonly account: UsedAccount;
}

/** The ServiceAccount of a pod: without a name, that of its namespace. */
export interface UsedAccount {
  readonly name: string | undefined;
  /** Whether its token is mounted, where the pod says so. */
  readonly isMounted: boolean | undefined;
}

/** The TCP port of pods that their annotations, or those of their Service, give to Prometheus. */
export interface ScrapedPort {
  readonly port: number;
  /** Where the port is written. */
  readonly origin: Origin;
}

/** A TCP port of a pod that the kubelet of its node connects to. */
export interface ProbedPort {
  readonly probe: "livenessProbe" | "readinessProbe" | "startupProbe";
  readonly port: number;
  /** Where the port is written. */
  readonly origin: Origin;
}

/** A ConfigMap: the addresses that its values are, by key. */
export interface SettingsObject {
  readonly namespace: string;
  readonly name: string;
  readonly addresses: readonly ConfiguredAddress[];
}
