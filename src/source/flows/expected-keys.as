// Which bytes stood between a value and the next one, and which key they name: a line's keys mostly come in the order of other lines, and
// comparing these bytes takes less than reading them. What they mean hangs on nothing but them and the object that they are in.
import { EXPECTED, EXPECTED_END, isSame } from "./scan-table";

// A step: how many bytes, the key, the first step behind it, the next one behind the same step; then the bytes.
const STEP_BYTES: usize = 128;
const STEP_HEAD: usize = 16;
const MOST_BYTES: usize = STEP_BYTES - STEP_HEAD - 16;
/** Steps behind the same one; the one that was met last is the first. */
const MOST_BRANCHES: u32 = 8;

/** The first steps of objects, which have no bytes. */
let roots: usize = 0;
let next: usize = EXPECTED;

/** Begins to describe the keys of an object. */
export function addRoot(): void {
  roots++;
  forgetSteps();
}

/** Begins a line: where there is no room for more steps, all are forgotten. */
export function beginSteps(): void {
  if (next + STEP_BYTES > EXPECTED_END) forgetSteps();
}

function forgetSteps(): void {
  next = EXPECTED + roots * STEP_BYTES;
  memory.fill(EXPECTED, 0, roots * STEP_BYTES);
}

/** The step before the keys of an object, from 1. */
export function rootOf(object: u32): usize {
  return EXPECTED + <usize>(object - 1) * STEP_BYTES;
}

/** The step behind a step that the bytes at a place are; 0 where they are none that was met. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function stepAt(before: usize, at: usize): usize {
  const first = <usize>load<u32>(before, 8);
  return first === 0 ? 0 : isSame(first + STEP_HEAD, at, load<u32>(first)) ? first : otherStep(before, first, at);
}

function otherStep(before: usize, first: usize, at: usize): usize {
  let last = first;
  for (let step = <usize>load<u32>(first, 12); step !== 0; step = <usize>load<u32>(step, 12)) {
    if (isSame(step + STEP_HEAD, at, load<u32>(step))) {
      store<u32>(last, load<u32>(step, 12), 12);
      store<u32>(step, <u32>first, 12);
      store<u32>(before, <u32>step, 8);
      return step;
    }
    last = step;
  }
  return 0;
}

/** The place behind the bytes of a step. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function behind(step: usize, at: usize): usize {
  return at + load<u32>(step);
}

/** The key that a step names; 0 for one that isn't read. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function keyOf(step: usize): usize {
  return load<u32>(step, 4);
}

/** Keeps a step that isn't there yet. @returns it; 0 where there is no room, and behind which nothing is kept */
export function addStep(before: usize, from: usize, to: usize, key: usize): usize {
  const length = to - from;
  if (before === 0 || length > MOST_BYTES) return 0;
  const first = load<u32>(before, 8);
  let branches: u32 = 0;
  for (let step = <usize>first; step !== 0; step = <usize>load<u32>(step, 12)) branches++;
  if (branches >= MOST_BRANCHES || next + STEP_BYTES > EXPECTED_END) return 0;
  const step = next;
  next += STEP_BYTES;
  store<u32>(step, <u32>length);
  store<u32>(step, <u32>key, 4);
  store<u32>(step, 0, 8);
  store<u32>(step, first, 12);
  memory.copy(step + STEP_HEAD, from, length);
  store<u32>(before, <u32>step, 8);
  return step;
}
