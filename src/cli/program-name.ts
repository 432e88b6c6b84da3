/** How people call the program: by itself, or through kubectl, which runs the `kubectl-anp` that it finds on PATH. */
export type ProgramName = "anp" | "kubectl anp";

/** Help for the name that was typed: kubectl reads the flags in front of a plugin's name itself, and refuses them. */
export const PLUGIN_HELP = `
Flags go behind anp:
  kubectl anp explain shop/web payments/db --port 5432 --context prod`;

/** Commands in a text of ours as they are typed under a name. */
export function withProgramName(text: string, name: ProgramName): string {
  return name === "anp" ? text : text.replaceAll(/(?<![\w/.-]|kubectl )anp (?=[a-z-])/g, `${name} `);
}
