import { setFlagsFromString } from "node:v8";

/** What a flag is set for. */
type Purpose = "compile-less" | "inline-less" | "keep-young-generation-small";

const LATER = {
  "compile-less": "--invocation-count-for-turbofan=18000",
  "keep-young-generation-small": "--semi-space-growth-factor=1",
};

/**
 * The flags by release of V8, of those that were measured: Node 20, 22, 24 and 26 in this order. V8 writes an error for
 * a flag that it does not know and cannot be asked beforehand, so that any other release keeps its defaults.
 */
const FLAGS = new Map<string, Readonly<Partial<Record<Purpose, string>>>>([
  [
    "11.3",
    {
      ...LATER,
      "compile-less": "--interrupt-budget=400000",
      // 920 bytes by default: compiling took a quarter of the CPU of `lint`. Later releases gain nothing.
      "inline-less": "--max-inlined-bytecode-size-cumulative=200",
    },
  ],
  ["12.4", LATER],
  ["13.6", LATER],
  ["14.6", LATER],
]);

/**
 * Sets what a short run gains from; docs/performance.md has the figures. A flag makes V8 throw away the code that Node
 * keeps compiled for modules of its own, so that it is set when those are loaded.
 */
export function setV8Flag(purpose: Purpose): void {
  const flag = v8FlagFor(purpose, process.versions.v8);
  if (flag !== undefined) setFlagsFromString(flag);
}

/**
 * The flag for a purpose.
 * @param v8 the release as `process.versions` has it, such as `12.4.254.21-node.57`
 * @returns undefined where the release was never measured, or the runtime is not V8 at all
 */
export function v8FlagFor(purpose: Purpose, v8: string | undefined): string | undefined {
  const release = /^\d+\.\d+(?=\.)/.exec(v8 ?? "")?.[0] ?? "";
  return FLAGS.get(release)?.[purpose];
}
