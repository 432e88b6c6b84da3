import type { Plugin as EsbuildPlugin } from "esbuild";
import type { Plugin } from "vitest/config";

export declare const textImportsOfVite: Plugin;

export declare const textImportsOfEsbuild: EsbuildPlugin;
