/** The parts of SARIF 2.1.0 that code scanning reads, and what must hold of them beyond their shape. */

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: Region;
  };
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Location[];
  readonly relatedLocations?: readonly (Location & {
    readonly id: number;
    readonly message: { text: string };
  })[];
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
}

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string; readonly markdown: string };
  readonly defaultConfiguration: { readonly level: string };
  readonly properties: {
    readonly tags: readonly string[];
    readonly precision: string;
    readonly "security-severity": string;
  };
}

interface Notification {
  readonly level: string;
  readonly message: { readonly text: string };
}

export interface Sarif {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly name: string;
        readonly semanticVersion: string;
        readonly rules: readonly SarifRule[];
      };
    };
    readonly columnKind: string;
    readonly invocations: readonly {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications?: readonly Notification[];
    }[];
    readonly results: readonly SarifResult[];
  }[];
}

const LEVELS: ReadonlySet<string> = new Set(["error", "warning", "note"]);

/** Everything that is wrong with a SARIF log, in words; nothing for a good one. */
export function sarifProblems(log: Sarif): string[] {
  const problems: string[] = [];
  const check = (holds: boolean, what: string): void => void (holds || problems.push(what));
  check(log.version === "2.1.0", "version");
  check(/^https:\/\/.*sarif.*2\.1\.0/.test(log.$schema), "$schema");
  check(log.runs.length === 1, "one run");
  const [run] = log.runs;
  if (run === undefined) return problems;
  const { rules, name, semanticVersion } = run.tool.driver;
  check(name === "anp" && /^\d+\.\d+\.\d+/.test(semanticVersion), "tool");
  check(run.columnKind === "utf16CodeUnits", "columnKind");
  check(run.invocations.length === 1, "one invocation");
  check(run.results.length <= 5000, "at most 5,000 results");
  check(new Set(rules.map(({ id }) => id)).size === rules.length, "a rule stands once");
  for (const rule of rules) {
    const isWhole = [rule.shortDescription, rule.fullDescription, rule.help].every(({ text }) => text !== "");
    check(isWhole && rule.help.markdown.includes("```yaml\n"), `${rule.id} describes itself`);
    check(LEVELS.has(rule.defaultConfiguration.level), `${rule.id} has a level`);
    check(rule.properties.tags.length > 0 && rule.properties.tags.length <= 10, `${rule.id} has tags`);
    const severity = rule.properties["security-severity"];
    check(/^\d{1,2}\.\d$/.test(severity) && Number(severity) <= 10, `${rule.id} has a severity`);
  }
  for (const result of run.results) {
    check(rules[result.ruleIndex]?.id === result.ruleId, `${result.ruleId} is its index's rule`);
    check(LEVELS.has(result.level), `${result.ruleId} has a level`);
    check(result.message.text !== "", `${result.ruleId} has a message`);
    check(result.locations.length === 1, `${result.ruleId} has one place`);
    check(
      /^[0-9a-f]+:\d+$/.test(result.partialFingerprints.primaryLocationLineHash),
      `${result.ruleId} has a fingerprint`,
    );
    const related = result.relatedLocations ?? [];
    check(new Set(related.map(({ id }) => id)).size === related.length, "related places have their own ids");
    for (const { physicalLocation } of [...result.locations, ...related]) {
      const { startLine, startColumn, endLine, endColumn } = physicalLocation.region;
      check(startLine >= 1 && startColumn >= 1, "a region begins at 1 at the earliest");
      check(endLine === startLine && endColumn > startColumn, "a region is narrow and not empty");
      check(isRelativeUri(physicalLocation.artifactLocation.uri), physicalLocation.artifactLocation.uri);
    }
  }
  return problems;
}

/** A relative reference of RFC 3986 without a scheme: its first segment has no colon, every other character is escaped. */
function isRelativeUri(uri: string): boolean {
  return /^(?:[A-Za-z0-9\-._~!$&'()*+,;=@/]|%[0-9A-F]{2})+$/.test(uri) && !uri.startsWith("/");
}
