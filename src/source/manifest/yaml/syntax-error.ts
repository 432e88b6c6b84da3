/** Which rule of Kubernetes' reader a text breaks, as far as it is told apart from all others. */
export type YamlFault =
  | { readonly code: "syntax" }
  /** A document of another version of YAML than 1.1. */
  | { readonly code: "version"; readonly version: string }
  /** An escape that JSON allows: `\/`, and halves of a pair. It ends before the offset. */
  | { readonly code: "escape-of-json"; readonly end: number };

/** A text that is no YAML to Kubernetes' reader. The reasons are in its own words, as kubectl prints them. */
export class YamlSyntaxError extends Error {
  readonly reason: string;
  /** The offset of what cannot stand there. */
  readonly at: number;
  readonly fault: YamlFault;

  constructor(reason: string, at: number, fault: YamlFault = { code: "syntax" }) {
    super(reason);
    this.reason = reason;
    this.at = at;
    this.fault = fault;
  }
}
