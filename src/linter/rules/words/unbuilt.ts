import { code } from "./code.js";
import { shellWord } from "../../../base/text/shell-word.js";
import { textOfField, type RenderDoubt } from "../../../cluster/problems/not-read.js";

/**
 * What helps against a doubt. What no kustomize builds is mended, or added where it is missing, which it may not be where it is
 * deployed: rendering it elsewhere does not help before that. All else is rendered.
 */
export function remedyOfBuild(doubt: RenderDoubt["code"] | undefined): "add" | "mend" | "render" {
  switch (doubt) {
    case "build-missing":
    case "build-no-kustomization":
      return "add";
    case "build-empty":
    case "build-list":
    case "build-no-fields":
    case "build-cycle":
    case "build-conflict":
    case "build-two-kustomizations":
    case "build-no-target":
      return "mend";
    default:
      return "render";
  }
}

/** The fields for which kustomize calls helm, if it is asked to. */
const CHARTS = /\bhelm(?:Charts|ChartInflationGenerator|Globals)\b/;

/** The fields for which kustomize calls plugins, if it is asked to: `generators: [policy-generator.yaml]`. */
const PLUGINS = /^(?:generators|transformers|validators)$/;

/** What renders a kustomization's folder. */
export function kustomizeCommand(folder: string, doubt: RenderDoubt | undefined): string {
  const { text = "" } = doubt ?? {};
  const charts = CHARTS.test(text) ? " --enable-helm" : "";
  const plugins = PLUGINS.test(text) ? " --enable-alpha-plugins" : "";
  return `kubectl kustomize${charts}${plugins} ${shellWord(folder)}`;
}

/** That a kustomization is not built, or several. @param folder that of the first one */
export function unbuiltWords(
  folder: string,
  { files, doubt: why }: { readonly files: number; readonly doubt: RenderDoubt | undefined },
): { readonly message: string; readonly help: string } {
  const [which, apply] =
    files === 1 ? ["the kustomization is", "it applies"] : [`${files} kustomizations are`, "they apply"];
  // What is to be typed is never cut.
  const command = `\`${kustomizeCommand(folder, why)} | anp lint -\``;
  return {
    message: `${which} not rendered: what ${apply} was not read`,
    help: kustomizeHelp(why, command, files),
  };
}

function kustomizeHelp(doubt: RenderDoubt | undefined, command: string, files: number): string {
  const why = doubt?.code;
  const remedy = remedyOfBuild(why);
  if (remedy === "add")
    return `add what is missing; if it is made somewhere else, render it there: ${command}`;
  switch (why) {
    case "build-unreadable":
      return `fix that file; if it is filled in somewhere else, render it there: ${command}`;
    case "build-case":
      return `spell the field as kustomize's documentation does; or render it first, for kustomize takes any case: ${command}`;
    case "build-invalid":
      return `fix the field: kustomize refuses it too; if a newer one knows it, render with that: ${command}`;
  }
  // What is said of several must be true of all.
  const only = files === 1 ? why : undefined;
  switch (only) {
    case "build-key-twice":
      return "keep one of them: some versions of kustomize take the last one, others refuse the file";
    case "build-documents":
      return "move it to a file of its own, and name that file under `resources` if it is to be applied";
    case "build-list":
      return `make it a list: ${code(`- ${textOfField(doubt?.text ?? "")}`)} on the next line`;
  }
  if (remedy === "mend") return "fix it: kustomize can't build it either";
  return `render ${files === 1 ? "it" : "them"} first: ${command}`;
}
