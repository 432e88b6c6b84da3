/** The network plugin of a cluster, as its users say or its objects show. */
export interface ChosenPlugin {
  readonly name: string;
  /** Undefined where only the plugin is known: then its newest release is meant. */
  readonly release: readonly [major: number, minor: number] | undefined;
  /** What is switched on that is off by default. */
  readonly features: readonly string[];
  /** What gave it away, where nobody said it: `DaemonSet kube-system/cilium`. */
  readonly seen?: readonly string[];
  /** What of it nothing gave away: then it is the newest release, set up as usual. */
  readonly unseen?: readonly ("release" | "settings")[];
}
