// The crowd in WebAssembly, seen from the page: the next tick is worked out while this one is
// shown.
import { copyInTurns, spare } from '../../draw/spares.ts';
import type { CellAgents, Raster } from '../../draw/surface.ts';
import { connect, Ended } from '../../common/rpc.ts';
import { createAhead } from '../ahead.ts';
import type { scentFunctions } from './on-cpu.ts';
import type { ScentOptions, ScentSolver } from './solver.ts';

type Tick = Awaited<ReturnType<typeof scentFunctions.tick>>;

export async function createWasmScent(
  options: ScentOptions,
  ramp: () => Uint32Array,
): Promise<ScentSolver> {
  const { calls, end, begun } = await openWorker(options);
  const { width, height, start } = options;
  const { memoryBytes, threads, fallback } = begun;
  let { steps } = options;
  let arrived = 0;
  const ahead = createAhead<Tick>((count) => calls.tick(count, steps));
  let problem: Error | undefined;

  const agents = makeAgents(start, width);
  const index = new Uint8Array(width * height);
  const levels: Raster = {
    width,
    height,
    index,
    get palette() {
      return ramp();
    },
    version: 0,
  };

  /** Over when the arrays hold what is shown, and not half of it. */
  let showing = Promise.resolve();

  async function show({ from, to }: Tick): Promise<void> {
    await copyInTurns(agents.from, from);
    await copyInTurns(agents.to, to);
    agents.version++;
    spare(agents.from, agents.version, from);
    spare(agents.to, agents.version, to);
  }

  /** Changes are answered by no one: what goes wrong is told with the next tick. */
  function changed(done: Promise<unknown>): void {
    done.catch((error: Error) => {
      if (!(error instanceof Ended)) problem = error;
    });
  }

  return {
    backend: threads > 1 ? `WebAssembly, ${threads} threads` : 'WebAssembly in a worker',
    ...(fallback !== undefined && { fallback }),
    agents: agents as CellAgents,
    field: { levels },
    get arrived() {
      return arrived;
    },
    memoryBytes,
    async tick(count) {
      if (problem) throw problem;
      // fewer ticks may have been asked for ahead; the rest comes with the next frame
      const { count: done, tick } = await ahead.take(count);
      ahead.ask(count);
      showing = show(tick);
      await showing;
      index.set(tick.level);
      levels.version++;
      ({ arrived } = tick);
      return { ticks: done, ms: tick.ms };
    },
    setGoals: (cells) => changed(calls.setGoals(cells)),
    setTerrain: (cells, values) => changed(calls.setTerrain(cells, values)),
    setSteps(value) {
      steps = value;
    },
    async places() {
      await showing;
      return agents.to.slice();
    },
    destroy: end,
  };
}

/** Agents between their cells before and now, with arrays to swap with the worker. */
function makeAgents(start: Uint32Array, mapWidth: number) {
  const agents = {
    kind: 'cells' as const,
    count: start.length,
    mapWidth,
    from: start.slice(),
    to: start.slice(),
    version: 0,
  };
  spare(agents.from, 0, start);
  spare(agents.to, 0, start.slice());
  return agents;
}

/** A worker that has begun; where it cannot, it is ended. */
async function openWorker(options: ScentOptions) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof scentFunctions>(worker);
  try {
    return { calls, end, begun: await calls.begin(options) };
  } catch (error) {
    end();
    throw error;
  }
}
