// In the place of vitest where mutants are tried: its own collector and matchers, without a process around them.
import { setMaxListeners } from "node:events";
import * as chai from "chai";
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  getState,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from "@vitest/expect";
import { collectTests, getFn, type Suite, type VitestRunner } from "@vitest/runner";

export { afterAll, beforeAll, describe, it, test } from "@vitest/runner";

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

function expecting(value: unknown, message?: string): unknown {
  return chai.expect(value, message);
}

const everywhere = globalThis as unknown as Record<symbol, object>;

export const expect = Object.assign(expecting, chai.expect, everywhere[ASYMMETRIC_MATCHERS_OBJECT], {
  getState: () => getState(expecting as never),
  setState: (state: object) => setState(state, expecting as never),
});
everywhere[GLOBAL_EXPECT] = expect;

/** Something that fails where a mutant is noticed. */
export interface Check {
  readonly name: string;
  readonly run: () => unknown;
}

/** The tests of files, in their order. @param load imports a file */
export async function testsOf(
  files: readonly string[],
  load: (file: string) => unknown,
): Promise<readonly Check[]> {
  const config = {
    root: "/",
    setupFiles: [],
    passWithNoTests: true,
    maxConcurrency: 1,
    testTimeout: 0,
    hookTimeout: 0,
    retry: 0,
    includeTaskLocation: false,
    tags: [],
    strictTags: false,
    tagsFilter: undefined,
    sequence: { shuffle: false, concurrent: false, hooks: "stack", setupFiles: "list", seed: 1 },
  };
  const runner = { config, importFile: load } as unknown as VitestRunner;
  const collected = await collectTests([...files], runner);
  return collected.flatMap((file) => {
    const error = file.result?.errors?.[0];
    if (error !== undefined) throw new Error(`${file.name}: ${error.stack ?? error.message}`);
    return checksIn(file);
  });
}

function checksIn({ name, tasks }: Suite): Check[] {
  return tasks.flatMap((task): Check[] => {
    if (task.mode !== "run" && task.mode !== "queued") return [];
    // Each run of a test listens to the signal that would end it.
    if (task.type === "test") setMaxListeners(0, task.context.signal);
    const checks = task.type === "suite" ? checksIn(task) : [{ name: task.name, run: getFn(task) }];
    return checks.map((each) => ({ ...each, name: `${name} > ${each.name}` }));
  });
}
