// Paths up a scent, or down costs, on the device. A path is walked twice: first to count its cells,
// then to write them.
import {
  BUDGET_SPENT,
  FOUND,
  NO_PATH,
  NONE,
  type Routes,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import {
  encodeSteps,
  guarded,
  type Kernel,
  readBuffer,
  type Resources,
  step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import { makeGuarded } from '@wayfield/gpu-core/internal';
import { stepCost } from '../../model/climb.ts';
import type { HeldTerrain, ModelState } from '../../model/model-state.ts';
import type { RouteOptions } from '../../types.ts';
import type { ParamValues } from '../memory/param-slots.ts';
import { type Held, WALK, walkWgsl } from './walk.wgsl.ts';

const WHAT = 'diffusion: walks';
/** Cells of a walk in one dispatch; dispatches before the host reads whether walks go on. */
const STRIDE = 1024;
const DISPATCHES = 8;

const STATUS: Readonly<Record<number, number>> = {
  [WALK.found]: FOUND,
  [WALK.top]: NO_PATH,
  [WALK.spent]: BUDGET_SPENT,
};

/** What walks need of a model. */
export interface WalkGround {
  readonly device: GPUDevice;
  readonly state: ModelState;
  readonly held: Held;
  /**
   * Sets the parameters. Returns the resources of bindings 0 to 2, and of binding 6 if the field
   * holds costs or the map has a corner rule.
   */
  bind(values: ParamValues): Resources;
}

interface Walked {
  /** Four words a walk: see `Walk` in walk.wgsl.ts. */
  readonly walks: Uint32Array;
  readonly node: Uint32Array;
}

/** What some walks start with. */
interface Walks {
  readonly layer: number;
  /** The cells where the walks start, all of them open. */
  readonly cells: ArrayLike<number>;
  /** Most steps of each walk. */
  readonly maxSteps: number;
  /**
   * The array for the cells of all paths, once their number is known. If it is too short,
   * no cells are written.
   */
  into(total: number): Uint32Array;
}

/** Walks by a layer of the newest field, twice: to count cells, then to write them. */
async function walkAll(
  ground: WalkGround,
  { layer, cells, maxSteps, into }: Walks,
): Promise<Walked> {
  const { device } = ground;
  const count = cells.length;
  const walks = new Uint32Array(4 * count);
  for (let i = 0; i < count; i++) {
    walks[4 * i] = cells[i];
    walks[4 * i + 1] = 1;
  }
  const kept: GPUBuffer[] = [];
  const make = async (create: () => GPUBuffer): Promise<GPUBuffer> => {
    const buffer = await makeGuarded(device, WHAT, (keep) => keep(create()));
    kept.push(buffer);
    return buffer;
  };
  try {
    const held = await make(() => uploadWords(device, 'walks', walks));
    const open = await make(() => storageBuffer(device, 'open paths', 1));
    const none = await make(() => storageBuffer(device, 'no cells', 4));
    const values = { steps: STRIDE, limit: maxSteps, layers: [layer], count };
    const run = (entry: 'measure' | 'write', node: GPUBuffer): Promise<void> =>
      runWalks(ground, entry, values, { held, open, node });
    // both entry points share the function that may write, so `measure` has a buffer as well
    await run('measure', none);
    await readBuffer(device, held, walks);
    const { again, total } = secondWalks(walks, cells);
    const node = into(total);
    if (total > 0 && node.length >= total) {
      const out = await make(() => storageBuffer(device, 'paths', total));
      device.queue.writeBuffer(held, 0, again);
      await run('write', out);
      await readBuffer(device, out, node.subarray(0, total));
    }
    return { walks, node };
  } finally {
    for (const buffer of kept) buffer.destroy();
  }
}

/** Dispatches until no walk is under way. */
async function runWalks(
  ground: WalkGround,
  entry: 'measure' | 'write',
  values: ParamValues & { readonly count: number },
  buffers: { readonly held: GPUBuffer; readonly open: GPUBuffer; readonly node: GPUBuffer },
): Promise<void> {
  const { device, state } = ground;
  const { held, open, node } = buffers;
  const code = walkWgsl(ground.held, state.beside);
  const kernel: Kernel = { label: `diffusion: ${entry} paths`, code, entry };
  const workgroups = Math.min(4096, Math.ceil(values.count / 64));
  const goOn = new Uint32Array(1);
  do {
    await guarded(device, WHAT, () => {
      const resources = { ...ground.bind(values), 3: held, 4: open, 5: node };
      const one = step(device, kernel, resources, workgroups);
      const encoder = device.createCommandEncoder({ label: WHAT });
      for (let k = 0; k < DISPATCHES; k++) {
        encoder.clearBuffer(open);
        encodeSteps(encoder, WHAT, [one]);
      }
      device.queue.submit([encoder.finish()]);
    });
    await readBuffer(device, open, goOn);
  } while (goOn[0] !== 0);
}

/**
 * The walks for the second time, each with the place where its cells are written. Walks that found
 * no goal do nothing.
 */
function secondWalks(
  walks: Uint32Array,
  cells: ArrayLike<number>,
): { readonly again: Uint32Array<ArrayBuffer>; readonly total: number } {
  const again = walks.slice();
  let total = 0;
  for (let i = 0; i < cells.length; i++) {
    again[4 * i] = cells[i];
    again[4 * i + 1] = 1;
    again[4 * i + 3] = total;
    if (walks[4 * i + 2] !== WALK.found) continue;
    again[4 * i + 2] = WALK.open;
    total += walks[4 * i + 1];
  }
  return { again, total };
}

/**
 * Calls `walk` in its turn, by `inOrder`, with the terrain of now: the caller may change the
 * terrain before the walk is over.
 */
export async function inTurn<T>(
  { state }: WalkGround,
  inOrder: (work: () => Promise<T>) => Promise<T>,
  walk: (terrain: HeldTerrain) => Promise<T>,
): Promise<T> {
  const terrain = state.holdTerrain();
  try {
    return await inOrder(() => walk(terrain));
  } finally {
    terrain.release();
  }
}

/** A layer to walk in. */
export interface WalkLayer {
  readonly layer: number;
  readonly terrain: HeldTerrain;
  /** The layer has goals, and all of them are on obstacles. */
  readonly blocked: boolean;
}

/**
 * The paths of `climb` (src/model/climb.ts), found on the device. The starts are cells of the map.
 */
export async function pathsOnDevice(
  ground: WalkGround,
  { layer, terrain, blocked }: WalkLayer,
  starts: ArrayLike<number>,
  options: RouteOptions,
): Promise<Routes> {
  const { map } = ground.state;
  const count = starts.length;
  const { maxSteps = map.width * map.height, reuse } = options;
  const status = reuse && reuse.status.length >= count ? reuse.status : new Uint8Array(count);
  const cost = reuse && reuse.cost.length >= count ? reuse.cost : new Float32Array(count);
  const firstNode =
    reuse && reuse.firstNode.length > count ? reuse.firstNode : new Uint32Array(count + 1);
  const walking: number[] = [];
  for (let i = 0; i < count; i++) {
    if (terrain.of(starts[i]) === 0) status[i] = SOURCE_BLOCKED;
    else if (blocked) status[i] = TARGET_BLOCKED;
    else walking.push(i);
  }
  const into = (total: number): Uint32Array =>
    reuse && reuse.node.length >= total ? reuse.node : new Uint32Array(total);
  let walked: Walked = { walks: new Uint32Array(), node: into(0) };
  if (walking.length > 0) {
    const cells = walking.map((i) => starts[i]);
    walked = await walkAll(ground, { layer, cells, maxSteps, into });
  }
  const { walks, node } = walked;
  for (let i = 0, w = 0, used = 0; i <= count; i++) {
    firstNode[i] = used;
    if (i === count) break;
    cost[i] = Infinity;
    if (walking[w] !== i) continue;
    status[i] = STATUS[walks[4 * w + 2]];
    const cells = walks[4 * w + 1];
    w++;
    if (status[i] !== FOUND) continue;
    let sum = 0;
    for (let k = used + 1; k < used + cells; k++) {
      const [u, v] = [node[k - 1], node[k]];
      sum = Math.fround(sum + stepCost(terrain.of(v), map.width, u, v));
    }
    cost[i] = sum;
    used += cells;
  }
  return { count, status, cost, firstNode, node };
}

/** The cell of `bestNeighbour` (src/model/climb.ts), found on the device. */
export async function nextOnDevice(
  ground: WalkGround,
  { layer, terrain }: Omit<WalkLayer, 'blocked'>,
  cell: number,
): Promise<number> {
  if (terrain.of(cell) === 0) return NONE;
  const into = (): Uint32Array => new Uint32Array();
  const { walks } = await walkAll(ground, { layer, cells: [cell], maxSteps: 1, into });
  // pursuers may be goals as well: only the device knows
  if (walks[1] === 1) return walks[2] === WALK.found ? cell : NONE;
  return walks[0];
}
