// Bar 4: one thread against libraries, plain JavaScript and C++.
import { notMeasured, result } from '../bars/bar.ts';
import { takeTurns } from '../bars/take-turns.ts';
import { type Finder, plainFinder, wasmFinder } from '../collision/finders.ts';
import { findTruePairs, isRight, judgePairs, sayFaults } from '../collision/judge-pairs.ts';
import { choosePeers } from '../collision/peers.ts';
import { type Circles, drawCrowd, worldWithContacts } from '../collision/worlds.ts';
import { type CppCollision, startCppCollision } from '../native/cpp-collision.ts';
import { TARGETS } from '../native/cpp-program.ts';
import { median } from '../report/statistics.ts';
import { compareFigures, measureInTurns } from '../statistics/measure-in-turns.ts';
import { ratioOfRounds } from '../statistics/ratio-of.ts';
import { type CollisionBar, type CollisionBarContext, inMs } from './collision-bar.ts';

const SIZES = [1000, 100_000, 1_000_000];
const QUICK = [1000];
const FACTORS = { kdbush: 15, plain: 1.8, native: 1.3 };
/** A turn lasts at least so many milliseconds: short steps are repeated in it. */
const TURN_MS = 20;
/** A library and ours take so many turns of one step. */
const PEER_TURNS = 5;

export const cpuSpeed: CollisionBar = {
  name: '4',
  title: 'all pairs of moving bodies with 3 contacts each, one thread: time of others / of wasm',
  async run(context) {
    for (const dimensions of [2, 3] as const) {
      for (const count of context.quick ? QUICK : SIZES) await raceAll(context, dimensions, count);
    }
  },
};

async function raceAll(
  context: CollisionBarContext,
  dimensions: 2 | 3,
  count: number,
): Promise<void> {
  const { session, seed, quick, add } = context;
  const name = `${count.toLocaleString('en-US')} ${dimensions === 2 ? 'circles' : 'spheres'}`;
  session.terminal.progress(`bar 4: ${name}`);
  const world = worldWithContacts({ name, dimensions, count, radius: [0.35, 0.65] }, 3);
  const states = drawCrowd(world, seed);
  const truth = findTruePairs(states[0]);
  const peers = choosePeers(dimensions === 2 ? (context.peers ?? ['kdbush']) : undefined);
  const native = await startCppCollision(states, quick ? TARGETS.slice(0, 1) : TARGETS);
  const finders: Finder[] = [
    wasmFinder(states[0]),
    plainFinder(),
    plainFinder({ bodies: 'moved' }),
  ];
  try {
    for (const peer of peers.peers) {
      if (count <= peer.most) finders.push(await peer.make(states[0]));
    }
    for (const finder of finders) {
      finder.load(states[0]);
      const faults = judgePairs(truth, await finder.find());
      const { missed, duplicates, wrong } = faults;
      // others add up in doubles: a pair in a million touches to the last bit, or does not
      const close = missed + duplicates + wrong <= 1e-4 * truth.keys.length;
      const right = finder.group === 'wayfield' ? isRight(faults) : close;
      session.addCheck(`bar 4: ${name}: ${finder.name}: ${sayFaults(faults)}`, right);
    }
    for (const target of native?.targets ?? []) {
      const { pairs } = await native!.run(target, 0);
      const close = Math.abs(pairs - truth.keys.length) <= 1e-4 * truth.keys.length;
      session.addCheck(`bar 4: ${name}: C++ ${target}: ${pairs} pairs`, close);
    }
    const steps = quick ? 1 : await stepsPerTurn(finders[0], states);
    // the compilers need a while
    const rounds = quick ? 1 : context.rounds + 1;
    const [mine] = finders;
    const all = [
      ...finders.filter(({ group }) => group !== 'peer').map((one) => turnOf(one, states, steps)),
      ...nativeTurns(native, steps),
    ];
    const onRound = (k: number): void => session.terminal.progress(`bar 4: ${name}`, k, rounds);
    await takeTurns(all, rounds, { onRound });
    // the first turn is for the compilers
    const perStep = (of: string): number[] =>
      all.find((turn) => turn.name === of)!.told.slice(rounds > 1 ? 1 : 0);
    const compare = (other: string): { ratio: number; note: string } => {
      const [ours, theirs] = [perStep('wasm'), perStep(other)];
      const note = `${inMs(median(ours))} and ${inMs(median(theirs))} (${other})`;
      return { ratio: median(theirs.map((ms, k) => ms / ours[k])), note };
    };
    const plain = ['plain grid', 'plain grid, bodies moved']
      .map(compare)
      .reduce((a, b) => (b.ratio < a.ratio ? b : a));
    add(result(`${name}: plain grid / wasm`, plain.ratio, FACTORS.plain, 'x', 'more', plain.note));
    for (const peer of peers.peers) {
      if (count > peer.most) continue;
      const finder = finders.find((one) => one.name === peer.name)!;
      const { ratio, note } = await racePeer(mine, finder, states, quick ? 1 : PEER_TURNS);
      add(result(`${name}: ${peer.name} / wasm`, ratio, FACTORS.kdbush, 'x', 'more', note));
    }
    if (peers.missing.includes('kdbush')) {
      const note = 'kdbush is not installed';
      add(notMeasured(`${name}: kdbush / wasm`, FACTORS.kdbush, 'x', 'more', note));
    }
    if (!native) {
      add(notMeasured(`${name}: wasm / C++`, FACTORS.native, 'x', 'less', 'no C++ compiler'));
      return;
    }
    const best = native.targets
      .map((target) => compare(`C++ ${target}`))
      .reduce((a, b) => (b.ratio < a.ratio ? b : a));
    const what = `${name}: wasm / C++`;
    add(result(what, 1 / best.ratio, FACTORS.native, 'x', 'less', best.note));
  } finally {
    for (const finder of finders) await finder.destroy();
    await native?.close();
  }
}

/** A library and ours in turns, step by step, on the same states. */
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
  const note = `${inMs(ours.median)} and ${inMs(theirs.median)} (${peer.name})`;
  return { ratio: ratioOfRounds(theirs.samples, ours.samples).ratio, note };
}

interface Turn {
  readonly name: string;
  readonly run: () => Promise<void>;
  /**
   * Milliseconds of the middle step of each turn: a busy machine interrupts a program that works all the time
   * more often than one that waits between its steps.
   */
  readonly told: number[];
}

/** As many steps of alternating states as make a turn long enough. */
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

/** The C++ programs, which time themselves. */
function nativeTurns(native: CppCollision | undefined, steps: number): Turn[] {
  return (native?.targets ?? []).map((target): Turn => {
    const told: number[] = [];
    const run = async (): Promise<void> => {
      const times = new Float64Array(steps);
      for (let k = 0; k < steps; k++) times[k] = (await native!.run(target, (k % 2) as 0 | 1)).ms;
      told.push(median(times));
    };
    return { name: `C++ ${target}`, run, told };
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
