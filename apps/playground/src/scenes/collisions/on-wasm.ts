// Collisions in WebAssembly: the solver on the page. The worker computes the next tick while this
// one is shown.
import { copyInTurns, spare } from '../../draw/spares.ts';
import type { Discs } from '../../draw/surface.ts';
import { connect } from '../../common/rpc.ts';
import { createAhead } from '../ahead.ts';
import type { BodiesOptions, StartBodies } from './bodies.ts';
import type { collisionFunctions } from './on-cpu.ts';
import { type CollisionsSolver, partsOf } from './solver.ts';

type Tick = Awaited<ReturnType<typeof collisionFunctions.tick>>;

function openWorker(): ReturnType<typeof connect<typeof collisionFunctions>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return connect<typeof collisionFunctions>(worker);
}

/** The bodies at the start, made in a worker. */
export async function askBodies(options: BodiesOptions): Promise<StartBodies> {
  const { calls, end } = openWorker();
  try {
    return await calls.start(options);
  } finally {
    end();
  }
}

/** `wanted`: threads, if the page may share memory; undefined: as many as the machine has. */
export async function createWasmCollisions(
  options: BodiesOptions,
  wanted: number | undefined,
): Promise<CollisionsSolver> {
  const { calls, end } = openWorker();
  let begun: Awaited<ReturnType<typeof calls.begin>>;
  try {
    begun = await calls.begin(options, wanted);
  } catch (error) {
    end();
    throw error;
  }
  const { width, height, threads } = begun;
  const { count } = options;
  const data = new Float32Array(3 * count);
  let shown: Tick = begun;
  const ahead = createAhead<Tick>((times) => calls.tick(times));
  /** Ticks until the world that is shown. */
  let ticks = 0;
  /** The version of `discs` for which pairs were last asked. */
  let linksAsked = -Infinity;
  const discs = {
    count,
    data,
    first: { x: 0, y: count, radius: 2 * count },
    touches: new Uint32Array(count),
    firstTouch: 0,
    version: 0,
  };
  /** Resolves when the arrays hold all of the newest tick. */
  let showing = show(begun);
  await showing;

  async function show(tick: Tick): Promise<void> {
    shown = tick;
    await copyInTurns(data, tick.data);
    await copyInTurns(discs.touches, tick.touches);
    discs.version++;
    spare(data, discs.version, tick.data);
    spare(discs.touches, discs.version, tick.touches);
  }

  return {
    backend: threads > 1 ? `WebAssembly, ${threads} threads` : 'WebAssembly, one thread',
    width,
    height,
    discs: discs as Discs,
    links: undefined,
    linksIn(box) {
      linksAsked = discs.version;
      return calls.links(box, ticks);
    },
    get pairs() {
      return shown.pairs;
    },
    get cells() {
      return shown.cells;
    },
    get memoryBytes() {
      return shown.memoryBytes;
    },
    async tick(times) {
      // the ticks of the last `ask`, fewer or more than `times`: the player counts them
      const { count: done, tick } = await ahead.take(times);
      // while pairs are shown, no tick is asked for ahead, so that pairs are of this tick
      if (discs.version > linksAsked + 1) ahead.ask(times);
      ticks += done;
      showing = show(tick);
      await showing;
      return { ticks: done, ms: tick.ms };
    },
    async snapshot() {
      await showing;
      return { ...partsOf(data.slice()), pairs: shown.pairs };
    },
    destroy: end,
  };
}
