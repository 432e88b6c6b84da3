import { Readable, Writable } from "node:stream";
import { expect } from "vitest";
import { main } from "../../src/cli/main.js";

/** A run in which something breaks that should not: the trace is shown where it is asked for, and nowhere else. */
export async function expectDebug(argv: readonly string[]): Promise<void> {
  expect(await errorsOf([...argv])).toEqual({
    code: 70,
    errors: expect.stringMatching(/^anp: internal error: the disk is on fire .*--debug.*\n$/),
  });
  const { errors } = await errorsOf([...argv, "--debug"]);
  expect(errors).toMatch(/\n\s+at .*debug\.ts/);
}

async function errorsOf(argv: readonly string[]): Promise<{ code: number; errors: string }> {
  let errors = "";
  const broken = (): never => {
    throw new Error("the disk is on fire");
  };
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      errors += chunk.toString();
      done();
    },
  });
  const stdout = new Writable({ write: broken });
  const code = await main(argv, { stdin: Readable.from([]), stdout, stderr, env: {}, cwd: broken });
  return { code, errors };
}
