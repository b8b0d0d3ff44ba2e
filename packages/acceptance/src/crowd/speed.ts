// Target 5: the time of a step beside other crowds, all in one run and in turns. Times are
// processor time, so that other programs of the machine do not count. For libraries in JavaScript
// and WebAssembly the time is that of this process, its compiler and garbage collector included.
// RVO2 measures its own process.
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { describeRounds } from '../run/parts.ts';
import {
  atLeast,
  attempt,
  forComparison,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import type { CrowdProgram, Playing } from './play/program.ts';
import { wayfieldCrowd } from './play/wayfield.ts';
import { withPeers } from './peers/with-peers.ts';
import { benchScene } from './scenes/bench-scene.ts';
import type { Scene } from './scenes/scene.ts';

/**
 * How many times as long as ours a step of RVO2 and of recast-navigation must take: requirements.
 */
const OVER_RVO2 = 3;
const OVER_RECAST = 10;
/** Steps before the first turn, in which JavaScript is compiled with optimisation. */
const WARM_UP = 10;
/** Agents; from the second size on, the libraries that have no target are left out. */
const SIZES = [1000, 10_000, 100_000];
/** The targets are for crowds of at least this many. */
const JUDGED_FROM = 10_000;

export const speed: Target = {
  name: '5',
  title: 'time of a step of crowd-bench beside RVO2 in C++, recast-navigation, navcat and yuka',
  async run(context) {
    const { quick, data, add } = context;
    await withPeers(data, async ({ rvo2, libraries, missing }) => {
      for (const note of missing) add(notMeasured(note, atLeast(1, 'times'), note));
      for (const [size, count] of (quick ? [200] : SIZES).entries()) {
        const scene = benchScene(count);
        const some = libraries.slice(0, [3, 1, 1][size]);
        const peers = rvo2 ? [rvo2, ...some] : some;
        await attempt(context, scene.name, () => raceOn(context, scene, peers));
      }
    });
  },
};

/** Lets all programs take turns on a scene, and adds the ratio of each to ours. */
async function raceOn(
  { quick, rounds, session, add }: TargetContext,
  scene: Scene,
  peers: readonly CrowdProgram[],
): Promise<void> {
  const count = scene.agents.length;
  const race = { scene, rounds: quick ? 1 : rounds, steps: count > 10_000 ? 1 : 3 };
  const all = await timesOf([wayfieldCrowd, ...peers], race, (name) =>
    session.terminal.progress(`target 5: ${scene.name}, ${name}`, 0, 1),
  );
  const ours = all.get(wayfieldCrowd.name)!;
  const micro = (ms: readonly number[]): string =>
    `${((1000 * median(ms)) / count).toFixed(2)} µs an agent`;
  for (const { name, note: remark } of peers) {
    const theirs = all.get(name)!;
    const ratios = theirs.map((ms, i) => ms / ours[i]);
    const least = { RVO2: OVER_RVO2, 'recast-navigation': OVER_RECAST }[name];
    const what = `${scene.name}: time of ${name} over ours`;
    const times = `${micro(theirs)}, ours ${micro(ours)}; ${describeRounds(ratios, 'x')}`;
    const how = [times, remark?.(scene)];
    const note = how.filter((part) => part !== undefined).join('; ');
    const one = result(what, median(ratios), atLeast(least ?? 1, 'times'), note);
    add(least === undefined || count < JUDGED_FROM ? forComparison(one) : one);
  }
}

interface Race {
  readonly scene: Scene;
  readonly rounds: number;
  /** Steps of a turn. */
  readonly steps: number;
}

/**
 * Milliseconds of a step in each round, by the name of the program. Ends all playings, also after
 * an error; otherwise the process of RVO2 would keep this process alive.
 */
export async function timesOf(
  programs: readonly CrowdProgram[],
  { scene, rounds, steps }: Race,
  onTurn: (name: string) => void,
): Promise<Map<string, number[]>> {
  const runs: { name: string; playing: Playing; step: () => Promise<number>; times: number[] }[] =
    [];
  try {
    for (const { name, open } of programs) {
      const playing = await open(scene);
      runs.push({ name, playing, step: stepper(playing, scene), times: [] });
    }
    for (const { name, step } of runs) {
      onTurn(name);
      for (let k = 0; k < WARM_UP; k++) await step();
    }
    for (let round = 0; round < rounds; round++) {
      for (const { name, step, times } of round % 2 === 0 ? runs : runs.toReversed()) {
        onTurn(name);
        let sum = 0;
        for (let k = 0; k < steps; k++) sum += await step();
        times.push(sum / steps);
      }
    }
  } finally {
    for (const { playing } of runs) await playing.destroy();
  }
  return new Map(runs.map(({ name, times }) => [name, times]));
}

/** A function that makes a step and returns its milliseconds. */
function stepper(playing: Playing, { agents, goals, dt }: Scene): () => Promise<number> {
  const x = Float64Array.from(agents, (agent) => agent.x);
  const y = Float64Array.from(agents, (agent) => agent.y);
  return async () => {
    for (const [i, goal] of goals.entries()) {
      const [dx, dy] = [goal.x - x[i], goal.y - y[i]];
      const length = Math.hypot(dx, dy);
      playing.prefer(i, length > 1 ? dx / length : dx, length > 1 ? dy / length : dy);
    }
    const start = process.cpuUsage();
    await playing.step(dt);
    const { user, system } = process.cpuUsage(start);
    const ms = playing.ownMs?.() ?? (user + system) / 1000;
    playing.positions(x, y);
    return ms;
  };
}
