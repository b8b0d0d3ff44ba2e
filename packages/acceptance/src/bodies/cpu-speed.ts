// Target 4: one thread against libraries, plain JavaScript and C++.
import { describeRounds } from '../run/parts.ts';
import {
  atLeast,
  atMost,
  attempt,
  inMs,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { takeTurns } from '../run/take-turns.ts';
import {
  type Finder,
  plainFinder,
  wasmFinder,
} from '@wayfield/bench/internal/bodies/measure/finders';
import {
  findTruePairs,
  isRight,
  judgePairs,
  sayFaults,
} from '@wayfield/bench/internal/bodies/measure/judge-pairs';
import { choosePeers } from '@wayfield/bench/internal/bodies/peers/peers';
import {
  type Circles,
  drawCrowd,
  worldWithContacts,
} from '@wayfield/bench/internal/bodies/measure/worlds';
import type { CppPrograms } from '../run/cpp-programs.ts';
import { type CppPairs, startCppCollision } from './cpp-collision.ts';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import {
  compareFigures,
  measureInTurns,
} from '@wayfield/bench/internal/run/statistics/measure-in-turns';
import { ratioOfRounds } from '@wayfield/bench/internal/run/statistics/ratio-of';

/** Numbers of bodies. */
const SIZES = [1000, 100_000, 1_000_000];
const TINY = [1000];
/**
 * Numbers to reach. `kdbush`, `plain`: the least time of a library and of plain JavaScript, as a
 * multiple of ours. `native`: the most time of ours as a multiple of C++'s.
 */
const FACTORS = { kdbush: 15, plain: 1.8, native: 1.3 };
/**
 * Milliseconds of a turn in which ours repeats short steps; the other programs make as many steps.
 * Also the warm-up before a race against a library.
 */
const TURN_MS = 20;
/** Rounds of a race against a library: a turn is one step. */
const PEER_TURNS = 5;

export const cpuSpeed: Target = {
  name: '4',
  title: 'all pairs of moving bodies with 3 contacts each, one thread: time of others / of wasm',
  async run(context) {
    for (const dimensions of [2, 3] as const) {
      for (const count of context.quick ? TINY : SIZES)
        await attempt(context, `${count} bodies, ${dimensions}D`, () =>
          raceAll(context, dimensions, count),
        );
    }
  },
};

/** A crowd with the programs that find its pairs. */
interface Race {
  readonly name: string;
  readonly states: readonly [Circles, Circles];
  /** Ours first, then plain JavaScript, then the libraries. */
  readonly finders: readonly Finder[];
  readonly native: CppPrograms<CppPairs> | undefined;
}

async function raceAll(context: TargetContext, dimensions: 2 | 3, count: number): Promise<void> {
  const { session, seed, quick } = context;
  const name = `${count.toLocaleString('en-US')} ${dimensions === 2 ? 'circles' : 'spheres'}`;
  session.terminal.progress(`target 4: ${name}`);
  const world = worldWithContacts({ name, dimensions, count, radius: [0.35, 0.65] }, 3);
  const states = drawCrowd(world, seed);
  const peers = choosePeers(dimensions === 2 ? (context.peers ?? ['kdbush']) : undefined);
  const native = await startCppCollision(states, quick ? ['native'] : undefined);
  const finders: Finder[] = [
    wasmFinder(states[0]),
    plainFinder(),
    plainFinder({ bodies: 'moved' }),
  ];
  try {
    for (const peer of peers.peers) {
      if (count <= peer.most) finders.push(await peer.make(states[0]));
    }
    const race = { name, states, finders, native };
    await judgeAll(context, race);
    const compare = await raceInTurns(context, race);
    reportPlain(context, race, compare);
    await reportPeers(context, race, peers.missing);
    reportNative(context, race, compare);
  } finally {
    for (const finder of finders) await finder.destroy();
    await native?.close();
  }
}

/** Holds the answer of every program against the true pairs. */
async function judgeAll({ session }: TargetContext, race: Race): Promise<void> {
  const { name, states, finders, native } = race;
  const truth = findTruePairs(states[0]);
  // other programs add in doubles: they may differ on pairs that touch to the last bit, about one
  // in a million; one in 10,000 is allowed
  const few = 1e-4 * truth.keys.length;
  for (const finder of finders) {
    finder.load(states[0]);
    const faults = judgePairs(truth, await finder.find());
    const { missed, duplicates, wrong } = faults;
    const close = missed + duplicates + wrong <= few;
    const right = finder.group === 'wayfield' ? isRight(faults) : close;
    session.addCheck(`target 4: ${name}: ${finder.name}: ${sayFaults(faults)}`, right);
  }
  for (const set of native?.instructionSets ?? []) {
    const { pairs } = await native!.ask(set, 0);
    const close = Math.abs(pairs - truth.keys.length) <= few;
    session.addCheck(`target 4: ${name}: C++ ${set}: ${pairs} pairs`, close);
  }
}

/** The time of another program as a multiple of ours, and both times as a note. */
type Compare = (other: string) => { ratio: number; note: string };

/** Lets ours, plain JavaScript and C++ take turns. */
async function raceInTurns(context: TargetContext, race: Race): Promise<Compare> {
  const { session, quick } = context;
  const { name, states, finders, native } = race;
  const steps = quick ? 1 : await stepsPerTurn(finders[0], states);
  // one round more than asked for: JavaScript's compilers finish in the first round, which is
  // dropped
  const rounds = quick ? 1 : context.rounds + 1;
  const all = [
    ...finders.filter(({ group }) => group !== 'peer').map((one) => turnOf(one, states, steps)),
    ...nativeTurns(native, steps),
  ];
  const onRound = (k: number): void => session.terminal.progress(`target 4: ${name}`, k, rounds);
  await takeTurns(all, rounds, { onRound });
  const perStep = (of: string): number[] =>
    all.find((turn) => turn.name === of)!.told.slice(rounds > 1 ? 1 : 0);
  return (other) => {
    const [ours, theirs] = [perStep('wasm'), perStep(other)];
    const ratios = theirs.map((ms, k) => ms / ours[k]);
    const times = `${inMs(median(ours))} and ${inMs(median(theirs))} (${other})`;
    return {
      ratio: median(ratios),
      note: `${times}; theirs / ours ${describeRounds(ratios, 'x')}`,
    };
  };
}

function reportPlain({ add }: TargetContext, { name }: Race, compare: Compare): void {
  const fastest = ['plain grid', 'plain grid, bodies moved']
    .map(compare)
    .reduce((a, b) => (b.ratio < a.ratio ? b : a));
  const goal = atLeast(FACTORS.plain, 'x');
  add(result(`${name}: plain grid / wasm`, fastest.ratio, goal, fastest.note));
}

async function reportPeers(
  { quick, add }: TargetContext,
  { name, states, finders }: Race,
  missing: readonly string[],
): Promise<void> {
  const goal = atLeast(FACTORS.kdbush, 'x');
  for (const finder of finders) {
    if (finder.group !== 'peer') continue;
    const { ratio, note } = await racePeer(finders[0], finder, states, quick ? 1 : PEER_TURNS);
    add(result(`${name}: ${finder.name} / wasm`, ratio, goal, note));
  }
  for (const peer of missing)
    add(notMeasured(`${name}: ${peer} / wasm`, goal, `${peer} is not installed`));
}

function reportNative({ add }: TargetContext, { name, native }: Race, compare: Compare): void {
  const what = `${name}: wasm / C++`;
  const goal = atMost(FACTORS.native, 'x');
  if (!native) return add(notMeasured(what, goal, 'no C++ compiler'));
  const best = native.instructionSets
    .map((set) => compare(`C++ ${set}`))
    .reduce((a, b) => (b.ratio < a.ratio ? b : a));
  add(result(what, 1 / best.ratio, goal, best.note));
}

/** Lets a library and ours take turns of one step each on the same states. */
async function racePeer(
  mine: Finder,
  peer: Finder,
  states: readonly [Circles, Circles],
  turns: number,
): Promise<{ ratio: number; note: string }> {
  const rival = (finder: Finder) => {
    let step = 0;
    return {
      name: finder.name,
      run: () => finder.find(),
      before: () => finder.load(states[step++ % 2]),
    };
  };
  const race = await measureInTurns([rival(mine), rival(peer)], 'whole', {
    warmUpMs: TURN_MS,
    least: turns,
    most: turns,
    always: turns,
  });
  const { ours, theirs } = compareFigures(race.figure(mine.name), race.figure(peer.name));
  const ratios = theirs.samples.map((ms, round) => ms / ours.samples[round]);
  const note =
    `${inMs(ours.median)} and ${inMs(theirs.median)} (${peer.name}); ` +
    `${describeRounds(ratios, 'x')}`;
  return { ratio: ratioOfRounds(theirs.samples, ours.samples).ratio, note };
}

interface Turn {
  readonly name: string;
  readonly run: () => Promise<void>;
  /**
   * Milliseconds of the median step of each turn. Single steps count because a busy machine
   * interrupts a program that works without a pause more often than one that waits between its
   * steps.
   */
  readonly told: number[];
}

/** A turn of a finder: `most` steps on alternating states, each timed. */
function turnOf(finder: Finder, states: readonly [Circles, Circles], most: number): Turn {
  const told: number[] = [];
  const run = async (): Promise<void> => {
    const times = new Float64Array(most);
    for (let k = 0; k < times.length; k++) {
      finder.load(states[k % 2]);
      const start = performance.now();
      const pending = finder.find();
      if (pending instanceof Promise) await pending;
      times[k] = performance.now() - start;
    }
    told.push(median(times));
  };
  return { name: finder.name, run, told };
}

/** The turns of the C++ programs, which time themselves. */
function nativeTurns(native: CppPrograms<CppPairs> | undefined, steps: number): Turn[] {
  return (native?.instructionSets ?? []).map((set): Turn => {
    const told: number[] = [];
    const run = async (): Promise<void> => {
      const times = new Float64Array(steps);
      for (let k = 0; k < steps; k++) times[k] = (await native!.ask(set, k % 2)).ms;
      told.push(median(times));
    };
    return { name: `C++ ${set}`, run, told };
  });
}

async function stepsPerTurn(finder: Finder, states: readonly [Circles, Circles]): Promise<number> {
  let steps = 0;
  const start = performance.now();
  for (; performance.now() - start < 5 * TURN_MS; steps++) {
    finder.load(states[steps % 2]);
    await finder.find();
  }
  return Math.max(2, Math.ceil(steps / 5));
}
