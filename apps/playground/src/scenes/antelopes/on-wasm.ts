// Antelopes and lions in WebAssembly: the solver on the page, which calls the worker.
import type { Raster } from '../../draw/surface.ts';
import { connect, Ended } from '../../common/rpc.ts';
import type { savannaFunctions } from './on-cpu.ts';
import type { SavannaOptions, SavannaSolver, Shown } from './solver.ts';

type Tick = Awaited<ReturnType<typeof savannaFunctions.tick>>;

/** The living animals to draw. The arrays stay the same objects, so each keeps its GPU buffer. */
function createHerd(mapWidth: number) {
  const none = new Uint32Array(0);
  const agents = { kind: 'cells' as const, mapWidth, count: 0, from: none, to: none, version: 0 };
  return {
    agents,
    put(from: Uint32Array, to: Uint32Array): void {
      agents.count = to.length;
      if (agents.to.length < to.length) {
        agents.from = new Uint32Array(2 * to.length);
        agents.to = new Uint32Array(2 * to.length);
      }
      agents.from.set(from);
      agents.to.set(to);
      agents.version++;
    },
    places: (): Uint32Array => agents.to.slice(0, agents.count),
  };
}

/** `palettes`: the current colours of grass and of scents. */
export async function createWasmSavanna(
  options: SavannaOptions,
  first: Shown,
  palettes: { grass(): Uint32Array; scent(): Uint32Array },
): Promise<SavannaSolver> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof savannaFunctions>(worker);
  const { width, height } = options;
  const raster = (palette: () => Uint32Array) => ({
    width,
    height,
    index: new Uint8Array(width * height),
    get palette() {
      return palette();
    },
    version: 0,
  });
  const grass = raster(palettes.grass);
  const scent = raster(palettes.scent);
  const antelopes = createHerd(width);
  const lions = createHerd(width);
  let shown = first;
  let last: Tick;
  let memoryBytes: number;
  try {
    ({ memoryBytes } = await calls.begin(options));
    take(await calls.tick(0, shown));
  } catch (error) {
    end();
    throw error;
  }

  function take(tick: Tick): void {
    last = tick;
    antelopes.put(tick.antelopeFrom, tick.antelopeTo);
    lions.put(tick.lionFrom, tick.lionTo);
    grass.index.set(tick.grass);
    grass.version++;
    if (!tick.scent) return;
    scent.index.set(tick.scent);
    scent.version++;
  }

  /** Nobody awaits changes: the next tick throws their errors. */
  let problem: Error | undefined;
  function changed(done: Promise<unknown>): void {
    done.catch((error: Error) => {
      if (!(error instanceof Ended)) problem = error;
    });
  }

  return {
    backend: 'WebAssembly in a worker',
    herds: { antelopes: antelopes.agents, lions: lions.agents },
    get census() {
      return { antelopes: last.antelopes, lions: last.lions };
    },
    grass: grass as Raster,
    scent: { levels: scent as Raster },
    memoryBytes,
    async tick(count) {
      if (problem) throw problem;
      const tick = await calls.tick(count, shown);
      take(tick);
      return { ticks: count, ms: tick.ms };
    },
    async show(what) {
      shown = what;
      take(await calls.tick(0, what));
    },
    setTerrain: (cells, terrain) => changed(calls.setTerrain(cells, terrain)),
    setHabits: (habits) => changed(calls.setHabits(habits)),
    places: async () => ({ antelopes: antelopes.places(), lions: lions.places() }),
    destroy: end,
  };
}
