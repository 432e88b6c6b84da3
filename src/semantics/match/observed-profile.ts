import type { Profile, Readings } from "./profile.js";

/** A profile that notes which of its readings are asked for, and the names of those that were until now. */
export interface ObservedProfile {
  readonly profile: Profile;
  readonly asked: ReadonlySet<keyof Readings>;
}

/**
 * The same profile, observed. An answer hangs on the readings alone that were asked for on the way to it, so that a profile
 * with the same ones comes to the same answer.
 */
export function observedProfile(profile: Profile): ObservedProfile {
  const asked = new Set<keyof Readings>();
  const readings = new Proxy(profile.readings, {
    get: (target, name) => {
      asked.add(name as keyof Readings);
      return target[name as keyof Readings];
    },
  });
  return { profile: { ...profile, readings }, asked };
}
