/** A text that is no YAML to Kubernetes' reader. The reasons are in its own words, as kubectl prints them. */
export class YamlSyntaxError extends Error {
  readonly reason: string;
  /** The offset of what cannot stand there. */
  readonly at: number;

  constructor(reason: string, at: number) {
    super(reason);
    this.reason = reason;
    this.at = at;
  }
}
