import { pluginProfile } from "../../src/semantics/plugins/profile-of.js";
import { PLUGIN_ROWS, PLUGINS } from "../../src/semantics/plugins/plugins.js";
import { REFERENCE, STRICT, type Profile } from "../../src/index.js";

/** Every profile that the table makes: of each plugin and release at which a row begins or ends, with all features and none. */
export const pluginProfiles: readonly Profile[] = Object.values(PLUGINS).flatMap(({ name, features }) => {
  const ends = PLUGIN_ROWS.filter(({ plugin }) => plugin === name).flatMap(({ from, before }) => [
    ...(from === undefined ? [] : [from]),
    ...(before === undefined ? [] : [before]),
  ]);
  const first = [0, 1] as const;
  const releases = [...new Map([undefined, first, ...ends].map((each) => [String(each), each])).values()];
  return releases.flatMap((release) =>
    [[], Object.keys(features)].flatMap((on, at) =>
      at === 1 && on.length === 0
        ? []
        : [REFERENCE, STRICT].map((base) => pluginProfile({ name, release, features: on }, base)),
    ),
  );
});
