import { describe, expect, it } from "vitest";
import { LOG_FORMATS } from "../../../src/source/flows/formats.js";
import { LogParser, type LogShard } from "../../../src/source/flows/log-parser.js";

const HEADER = "source_ip,destination_ip,verdict,destination_port,protocol";

/** What a parser says of a text: `2 record`, `3 bad not-json` … */
function parsed(
  text: string,
  shard?: LogShard,
  formats = LOG_FORMATS,
): { readonly format: string | undefined; readonly entries: string[] } {
  const entries: string[] = [];
  const parser = new LogParser(
    formats,
    {
      record: ({ port }, line) => void entries.push(`${line} record ${port}`),
      skip: (reason, line) => void entries.push(`${line} skip ${reason}`),
      bad: ({ code }, line) => void entries.push(`${line} bad ${code}`),
      lost: (events, line) => void entries.push(`${line} lost ${events}`),
    },
    shard,
  );
  parser.push(new TextEncoder().encode(text));
  parser.end();
  return { format: parser.format?.id, entries };
}

/** One line of Hubble with its destination's port. */
function hubble(port: number): string {
  return JSON.stringify({
    flow: {
      verdict: "FORWARDED",
      IP: { source: "10.0.0.1", destination: "10.0.0.2" },
      l4: { TCP: { destination_port: port } },
    },
  });
}

describe("a stream", () => {
  it("is read in the format of its first line that tells one, the lines before it included", () => {
    expect(parsed(`# flows\n\n${HEADER}\n10.0.0.1,10.0.0.2,allow,80,tcp`)).toEqual({
      format: "plain",
      entries: ["1 skip no-flow", "2 skip no-flow", "3 skip no-flow", "4 record 80"],
    });
    expect(parsed(`${hubble(443)}\n${HEADER}`)).toEqual({
      format: "hubble",
      entries: ["1 record 443", "2 bad not-json"],
    });
  });

  it("is bad line by line where no line tells a format", () => {
    const { format, entries } = parsed(`${"hello\n".repeat(10_250)}\n`);
    expect(format).toBeUndefined();
    expect(entries).toHaveLength(10_251);
    expect(new Set(entries.map((each) => each.split(" ").slice(1).join(" ")))).toEqual(
      new Set(["bad no-format", "skip no-flow"]),
    );
  });

  it("is bad where a line is of several formats: none is guessed", () => {
    const [first] = LOG_FORMATS;
    const twins = first === undefined ? [] : [first, { ...first, id: "twin" }];
    expect(parsed(`${hubble(1)}\n${hubble(2)}`, undefined, twins)).toEqual({
      format: undefined,
      entries: ["1 bad several-formats", "2 bad several-formats"],
    });
  });

  it("is told by a line behind thousands of others", () => {
    const { format, entries } = parsed(`${"{}\n".repeat(3000)}${hubble(443)}`);
    expect(format).toBe("hubble");
    expect(entries.at(-1)).toBe("3001 record 443");
  });

  it("has each line in one of its shards", () => {
    const text = Array.from({ length: 5000 }, (_, i) => (i % 7 === 3 ? "{" : hubble(i + 1))).join("\n");
    const whole = parsed(text).entries;
    const shards = [0, 1, 2].map((index) => parsed(text, { index, count: 3, stream: 0 }).entries);
    expect(shards.every(({ length }) => length > 900)).toBe(true);
    expect(shards.flat().toSorted()).toEqual(whole.toSorted());
  });

  it("is one shard's where its lines mean something only beside others", () => {
    const text = `${HEADER}\n${"10.0.0.1,10.0.0.2,allow,80,tcp\n".repeat(3000)}`;
    const lengths = [0, 1, 2].map((index) => parsed(text, { index, count: 3, stream: 4 }).entries.length);
    expect(lengths).toEqual([0, 3001, 0]);
  });
});
