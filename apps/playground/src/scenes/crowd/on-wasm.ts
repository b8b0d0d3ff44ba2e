// The crowd in WebAssembly: the solver on the page. The worker computes the next tick while this
// one is shown.
import { connect, Ended } from '../../common/rpc.ts';
import { copyInTurns, spare } from '../../draw/spares.ts';
import type { Discs } from '../../draw/surface.ts';
import { createAhead } from '../ahead.ts';
import type { crowdFunctions } from './on-cpu.ts';
import type { CrowdSolver } from './solver.ts';
import type { World } from './worlds.ts';

type Tick = Awaited<ReturnType<typeof crowdFunctions.tick>>;

export async function createWasmCrowd(
  world: World,
  beside: readonly [number, number] | undefined,
): Promise<CrowdSolver> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof crowdFunctions>(worker);
  let begun: Awaited<ReturnType<typeof calls.begin>>;
  try {
    begun = await calls.begin(world, beside);
  } catch (error) {
    end();
    throw error;
  }
  const count = begun.goalOf.length;
  const data = new Float32Array(3 * count);
  const discs = {
    count,
    data,
    first: { x: 0, y: count, radius: 2 * count },
    touches: begun.goalOf,
    firstTouch: 0,
    version: 0,
  };
  let seconds = 0.05;
  let facts = { arrived: [0], overlaps: [0] };
  let problem: Error | undefined;
  const ahead = createAhead<Tick>((times) => calls.tick(times, seconds));
  /** Resolves when the arrays hold all of the newest tick. */
  let showing = show(begun);
  await showing;

  async function show(now: Pick<Tick, 'data' | 'goalOf'>): Promise<void> {
    await copyInTurns(data, now.data);
    discs.touches.set(now.goalOf);
    discs.version++;
    spare(data, discs.version, now.data);
  }
  /** Nobody awaits changes: the next tick throws their errors. */
  function changed(done: Promise<unknown>): void {
    done.catch((error: Error) => {
      if (!(error instanceof Ended)) problem = error;
    });
  }

  return {
    backend: 'WebAssembly in a worker',
    discs: discs as Discs,
    memoryBytes: begun.memoryBytes,
    get facts() {
      return facts;
    },
    setSeconds(value) {
      seconds = value;
    },
    async tick(times) {
      if (problem) throw problem;
      // the ticks of the last `ask`, fewer or more than `times`: the player counts them
      const { count: done, tick } = await ahead.take(times);
      ahead.ask(times);
      facts = tick;
      showing = show(tick);
      await showing;
      return { ticks: done, ms: tick.ms };
    },
    setGoals: (goals) => changed(calls.setGoals(goals)),
    setTerrain: (cells, values) => changed(calls.setTerrain(cells, values)),
    async places() {
      await showing;
      return { x: data.slice(0, count), y: data.slice(count, 2 * count) };
    },
    destroy: end,
  };
}
