// The crowd in WebAssembly: the solver on the page. The worker computes the next tick while this
// one is shown.
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

  /** Resolves when the arrays hold all of the newest tick. */
  let showing = Promise.resolve();

  async function show({ from, to }: Tick): Promise<void> {
    await copyInTurns(agents.from, from);
    await copyInTurns(agents.to, to);
    agents.version++;
    spare(agents.from, agents.version, from);
    spare(agents.to, agents.version, to);
  }

  /** Nobody awaits changes: the next tick throws their errors. */
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
      // the ticks of the last `ask`, fewer or more than `times`: the player counts them
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

/** The agents to draw, with spare copies of their arrays (spares.ts). */
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

/** A worker that has begun. If it cannot begin, it is ended and the error thrown. */
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
