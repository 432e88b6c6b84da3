import { asUsageError } from "./load-sources.js";
import { basesIn, inputOptions, readSources } from "./sources.js";
import { loadOptions } from "./load-options.js";
import { loadToReload, type Reloadable } from "../load/load.js";
import { readInputs } from "../input/inputs.js";
import { UsageError } from "./exit.js";
import type { ConvertOptions } from "./convert-options.js";
import type { Input } from "../load/input.js";
import type { Io } from "./io.js";
import type { LoadedSources } from "./load-sources.js";
import type { SourceFile } from "../manifest/source.js";

/** What is to be converted, and what it stands among. */
export interface ToConvert {
  readonly input: Reloadable;
  /** The files that are converted. */
  readonly scope: ReadonlySet<SourceFile>;
  readonly met: LoadedSources["met"];
}

/**
 * Loads what is to be converted, laid over the cluster and beside the files that the options name.
 * @throws {UsageError} for a path that is not there, or options that cannot be read
 */
export async function loadToConvert(
  paths: readonly string[],
  options: ConvertOptions,
  io: Io,
): Promise<ToConvert> {
  const [base, ...others] = basesIn(options);
  if (others.length > 0)
    throw new UsageError("the proof is about one cluster", "name one with --context or --snapshot");
  const scope = new Set<SourceFile>();
  const met: LoadedSources["met"][number][] = [];
  const inputs = async function* (): AsyncGenerator<Input> {
    const around = { base, paths: options.filename ?? [] };
    const isAlone = base === undefined && around.paths.length === 0;
    if (!isAlone) yield* readSources(around, options, { purpose: "flows" }, io);
    for await (const input of readInputs(inputOptions(options, paths, io))) {
      met.push({
        name: input.type === "file" ? input.file.name : input.name,
        ...(input.type === "file" ? {} : { skipped: input.type }),
      });
      if (input.type === "file") scope.add(input.file);
      yield base !== undefined && input.type === "file" ? { ...input, isOverlay: true as const } : input;
    }
  };
  try {
    const input = await loadToReload(inputs(), {
      ...loadOptions(options, "flows", io),
      keepsObjects: true,
      readsEveryRelease: true,
    });
    return { input, scope, met };
  } catch (error) {
    throw asUsageError(error);
  }
}
