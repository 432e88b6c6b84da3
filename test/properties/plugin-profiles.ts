import { pluginProfile } from "../../src/semantics/plugins/profile-of.js";
import { PLUGIN_ROWS, PLUGINS } from "../../src/semantics/plugins/plugins.js";
import { REFERENCE, STRICT, type Profile } from "../../src/index.js";
import type { ChosenPlugin } from "../../src/cluster/model/chosen-plugin.js";

/** One that enforces nothing is a case of its own, for beside it no other feature is met; so is one that closes what is open. */
const APART: ReadonlySet<string> = new Set(["no-policy", "always", "drop-to-host"]);

/** Every plugin as it can be chosen: in each release at which a row of the table begins or ends, with all features and none. */
export const choosablePlugins: readonly ChosenPlugin[] = Object.values(PLUGINS).flatMap(
  ({ name, features }) => {
    const ends = PLUGIN_ROWS.filter(({ plugin }) => plugin === name).flatMap(({ from, before }) => [
      ...(from === undefined ? [] : [from]),
      ...(before === undefined ? [] : [before]),
    ]);
    const first = [0, 1] as const;
    const releases = [...new Map([undefined, first, ...ends].map((each) => [String(each), each])).values()];
    const others = Object.keys(features).filter((each) => !APART.has(each));
    const apart = Object.keys(features).filter((each) => APART.has(each));
    const some = [[], others, ...apart.map((each) => [each])];
    return releases.flatMap((release) =>
      some.flatMap((on, at) => (at > 0 && on.length === 0 ? [] : [{ name, release, features: on }])),
    );
  },
);

/** The profiles of all of them, on top of both profiles. */
export const pluginProfiles: readonly Profile[] = choosablePlugins.flatMap((plugin) =>
  [REFERENCE, STRICT].map((base) => pluginProfile(plugin, base)),
);
