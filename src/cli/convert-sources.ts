import { asOverlay, basesIn, readSources } from "./sources.js";
import { loadInputsToReload, type SourcesToReload } from "./load-sources.js";
import { loadOptions } from "./load-options.js";
import { UsageError } from "./exit.js";
import type { ConvertOptions } from "./convert-options.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { LoadRequest } from "./sources.js";
import type { SourceFile } from "../source/manifest/source.js";

/** What is to be converted, and what it stands among. */
export interface ToConvert extends SourcesToReload {
  /** The files that are converted. */
  readonly scope: ReadonlySet<SourceFile>;
}

const NEED: LoadRequest = { purpose: "flows" };

/**
 * Loads what is to be converted, laid over the cluster and beside the files that the options name.
 * @throws {UsageError} for a path that is not there, or options that cannot be read
 */
export async function loadToConvert(
  paths: readonly string[],
  options: ConvertOptions,
  io: Io,
): Promise<ToConvert> {
  const [base, ...others] = basesIn(options, paths);
  if (others.length > 0)
    throw new UsageError("convert compares one cluster only", "name one with --context or --snapshot");
  const scope = new Set<SourceFile>();
  const inputs = async function* (): AsyncGenerator<Input> {
    const around = options.filename ?? [];
    const converted: Input[] = [];
    for await (const input of readSources({ base: undefined, paths }, options, NEED, io)) {
      if (input.type === "file") scope.add(input.file);
      converted.push(input);
    }
    // What is converted may stand in a folder that is looked at: it is the same file.
    const known = new Set(converted.flatMap(realPath));
    if (base !== undefined || around.length > 0)
      for await (const input of readSources({ base, paths: around }, options, NEED, io))
        if (!realPath(input).some((each) => known.has(each))) yield input;
    for (const input of converted) yield base === undefined ? input : asOverlay(input);
  };
  const loaded = await loadInputsToReload(inputs(), {
    ...loadOptions(options, NEED.purpose, io),
    keepsObjects: true,
    readsEveryRelease: true,
  });
  return { ...loaded, scope };
}

/** Where the file of an input lies; none for what is no file of a folder, such as standard input. */
function realPath(input: Input): string[] {
  return input.type === "file" && input.real !== undefined ? [input.real] : [];
}
