// Counts of judged programs, in parts: each call of the target goes on where the call before ended,
// and appends one part, a line, to a file.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { InputError } from '@wayfield/bench/internal/run/problems/read-file';
import { randomNumbers } from '../../movement/random-numbers.ts';
import { distanceToExact, moveByRounding } from './exact.ts';
import { AGREEMENT, judge, type Verdict } from './judge.ts';
import { kindOf, KINDS, makePrograms } from './make-programs.ts';
import { solveByKernel } from './solve.ts';

/** Programs that are made, solved and judged at a time: a multiple of the number of kinds. */
export const BATCH = 10_000;
/** One program in this many is also compared with its exact answer. */
const EXACT_EVERY = 2003;

/** The counts of some programs that follow one another: a line of the file. */
export interface TallyPart {
  readonly seed: number;
  /** The answers to the first batch, as a hash: another kernel does not go on with a file. */
  readonly kernel: string;
  /** Programs from `from` to `to` - 1 of the stream. */
  readonly from: number;
  readonly to: number;
  /** Random numbers that programs before `to` took. */
  readonly drawn: number;
  readonly wrong: Record<string, number>;
  readonly verdicts: Partial<Record<Verdict, number>>;
  /** Answers compared with the exact ones. */
  readonly exact: {
    readonly compared: number;
    /** Further than `AGREEMENT` from the exact answer. */
    readonly beside: number;
    /** Those of `beside` whose exact answer moves further by rounding of the input. */
    readonly illPosed: number;
  };
}

/** All parts as one. */
export type Tally = Pick<TallyPart, 'to' | 'drawn' | 'wrong' | 'verdicts' | 'exact'>;

/** A tally of no programs. */
export const NOTHING: Tally = {
  to: 0,
  drawn: 0,
  wrong: Object.fromEntries(KINDS.map((kind) => [kind, 0])),
  verdicts: {},
  exact: { compared: 0, beside: 0, illPosed: 0 },
};

function addCounts<Name extends string>(
  a: Partial<Record<Name, number>>,
  b: Partial<Record<Name, number>>,
): Record<Name, number> {
  const sum = { ...a } as Record<Name, number>;
  for (const name of Object.keys(b) as Name[]) sum[name] = (sum[name] ?? 0) + (b[name] ?? 0);
  return sum;
}

export function addParts(a: Tally, b: Tally): Tally {
  return {
    to: b.to,
    drawn: b.drawn,
    wrong: addCounts(a.wrong, b.wrong),
    verdicts: addCounts(a.verdicts, b.verdicts),
    exact: addCounts(a.exact, b.exact),
  };
}

/** A hash of the answers to the first programs of a stream. */
export function kernelOf(seed: number): string {
  const { velocity, relaxed } = solveByKernel(makePrograms(BATCH, randomNumbers(seed)));
  const hash = createHash('sha256');
  for (const { buffer } of [velocity, relaxed]) hash.update(new Uint8Array(buffer));
  return hash.digest('hex').slice(0, 16);
}

/**
 * The sum of a file's parts; nothing where there is no file. Throws InputError for a file of
 * another seed or kernel, and for parts that do not follow one another.
 */
export function readTally(file: string, seed: number, kernel: string): Tally {
  if (!existsSync(file)) return NOTHING;
  let sum = NOTHING;
  for (const [i, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line === '') continue;
    const what = `${file}, line ${i + 1}`;
    const part = parsePart(line, what);
    if (part.seed !== seed) throw new InputError(`${what} is of seed ${part.seed}, not ${seed}`);
    if (part.kernel !== kernel)
      throw new InputError(`${what} is of kernel ${part.kernel}, this one is ${kernel}`);
    if (part.from !== sum.to)
      throw new InputError(`${what} begins with program ${part.from}, expected ${sum.to}`);
    sum = addParts(sum, part);
  }
  return sum;
}

function parsePart(line: string, what: string): TallyPart {
  try {
    return JSON.parse(line) as TallyPart;
  } catch {
    throw new InputError(`${what} is no JSON`);
  }
}

export function appendPart(file: string, part: TallyPart): void {
  appendFileSync(file, `${JSON.stringify(part)}\n`);
}

/** Judges the programs that follow a tally, until `most` are judged or `isOver` says so. */
export function judgeOn(
  before: Tally,
  { seed, most }: { readonly seed: number; readonly most: number },
  isOver: (done: number) => boolean,
): Tally {
  // one stream for all: streams of several seeds can run into one another
  const random = streamFrom(seed, before.drawn);
  let sum: Tally = { ...NOTHING, to: before.to, drawn: before.drawn };
  while (sum.to < most) {
    const batch = judgeBatch(sum.to, Math.min(BATCH, most - sum.to), random.next);
    sum = addParts(sum, { ...batch, drawn: random.drawn });
    if (isOver(sum.to)) break;
  }
  return sum;
}

/** The numbers of a seed, without the first ones. */
function streamFrom(
  seed: number,
  from: number,
): { readonly next: () => number; readonly drawn: number } {
  // each number adds this constant to the state of mulberry32
  const random = randomNumbers((seed + Math.imul(from, 0x6d2b79f5)) | 0);
  let drawn = from;
  return {
    next() {
      drawn++;
      return random();
    },
    get drawn() {
      return drawn;
    },
  };
}

function judgeBatch(from: number, count: number, random: () => number): Omit<Tally, 'drawn'> {
  const wrong: Record<string, number> = {};
  const verdicts: Partial<Record<Verdict, number>> = {};
  const exact = { compared: 0, beside: 0, illPosed: 0 };
  const programs = makePrograms(count, random);
  const { velocity, relaxed } = solveByKernel(programs);
  for (let k = 0; k < count; k++) {
    const answer = { x: velocity[2 * k], y: velocity[2 * k + 1], infeasible: relaxed[k] > 0 };
    const verdict = judge(programs, k, answer);
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    if (verdict === 'wrong') wrong[kindOf(k)] = (wrong[kindOf(k)] ?? 0) + 1;
    if ((from + k) % EXACT_EVERY !== 0) continue;
    exact.compared++;
    if (distanceToExact(programs, k, answer.x, answer.y) <= AGREEMENT) continue;
    exact.beside++;
    if (moveByRounding(programs, k) > AGREEMENT) exact.illPosed++;
  }
  return { to: from + count, wrong, verdicts, exact };
}
