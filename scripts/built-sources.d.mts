import type { Plugin } from "vitest/config";

/** For Vitest: what tests import of the sources is taken as it is compiled. */
export function compiledSources(): Plugin;
