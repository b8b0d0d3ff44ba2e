// Click to move in WebAssembly: the solver on the page. The worker computes the next tick while
// this one is shown.
import { connect, Ended } from '../../common/rpc.ts';
import { copyInTurns, spare } from '../../draw/spares.ts';
import type { Discs } from '../../draw/surface.ts';
import { createAhead } from '../ahead.ts';
import type { TickReport } from '../scene.ts';
import type { Ring, World } from './obstacles.ts';
import type { clickFunctions } from './on-cpu.ts';

type Tick = Awaited<ReturnType<typeof clickFunctions.tick>>;

/** Colours of discs: disc k has colour k modulo their number. */
const COLOURS = 5;

export interface ClickSolver {
  readonly discs: Discs;
  /** The number of discs at the end of their paths. */
  readonly there: number;
  tick(count: number): Promise<TickReport>;
  setGoal(goal: readonly number[]): void;
  add(key: number, ring: Ring): void;
  remove(key: number): void;
  /** x, y and radius of all discs, as they are shown. */
  snapshot(): Promise<{ x: Float32Array; y: Float32Array; radius: Float32Array }>;
  destroy(): void;
}

export async function createClickSolver(
  world: World,
  count: number,
  goal: readonly number[],
): Promise<ClickSolver> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof clickFunctions>(worker);
  let begun: Awaited<ReturnType<typeof calls.begin>>;
  try {
    begun = await calls.begin(world, count, goal);
  } catch (error) {
    end();
    throw error;
  }
  const data = new Float32Array(3 * count);
  const discs = {
    count,
    data,
    first: { x: 0, y: count, radius: 2 * count },
    touches: Uint32Array.from({ length: count }, (_, k) => k % COLOURS),
    firstTouch: 0,
    version: 0,
  };
  let there = 0;
  let problem: Error | undefined;
  const ahead = createAhead<Tick>((times) => calls.tick(times));
  /** Resolves when the arrays hold all of the newest tick. */
  let showing = show(begun.data);
  await showing;

  async function show(now: Float32Array): Promise<void> {
    await copyInTurns(data, now);
    discs.version++;
    spare(data, discs.version, now);
  }
  /** Nobody awaits changes: the next tick throws their errors. */
  function changed(done: Promise<unknown>): void {
    done.catch((error: Error) => {
      if (!(error instanceof Ended)) problem = error;
    });
  }

  return {
    discs: discs as Discs,
    get there() {
      return there;
    },
    async tick(times) {
      if (problem) throw problem;
      // the ticks of the last `ask`, fewer or more than `times`: the player counts them
      const { count: done, tick } = await ahead.take(times);
      ahead.ask(times);
      ({ there } = tick);
      showing = show(tick.data);
      await showing;
      return { ticks: done, ms: tick.ms };
    },
    setGoal: (place) => changed(calls.setGoal(place)),
    add: (key, ring) => changed(calls.add(key, ring)),
    remove: (key) => changed(calls.remove(key)),
    async snapshot() {
      await showing;
      const part = (which: number): Float32Array => data.slice(which * count, (which + 1) * count);
      return { x: part(0), y: part(1), radius: part(2) };
    },
    destroy: end,
  };
}
