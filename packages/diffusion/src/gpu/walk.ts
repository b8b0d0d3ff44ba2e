// Ways up a scent, or down costs, on the device: walked twice, first to count their cells, then to write them.
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
} from '@wayfield/gpu';
import { stepCost } from '../climb.ts';
import type { ModelState } from '../model-state.ts';
import type { RouteOptions } from '../types.ts';
import type { ParamValues } from './param-slots.ts';
import { type Held, WALK, walkWgsl } from './walk.wgsl.ts';

/** Cells of one dispatch and walk, and dispatches between two looks. */
const STRIDE = 1024;
const DISPATCHES = 8;

const STATUS: Readonly<Record<number, number>> = {
  [WALK.found]: FOUND,
  [WALK.top]: NO_PATH,
  [WALK.spent]: BUDGET_SPENT,
};

/** What walks need of a model. */
export interface WalkGround {
  readonly held: Held;
  /** Sets the parameters; what bindings 0 to 2 get, and 6 where the field holds costs. */
  bind(values: ParamValues): Resources;
}

interface Walked {
  /** Four words a walk: see `Walk` in walk.wgsl.ts. */
  readonly walks: Uint32Array;
  readonly node: Uint32Array;
}

/** Walks from these open cells by layer `l` of the newest field, at most `maxSteps` steps each. */
async function walkAll(
  device: GPUDevice,
  ground: WalkGround,
  state: ModelState,
  l: number,
  cells: ArrayLike<number>,
  maxSteps: number,
  into: (total: number) => Uint32Array,
): Promise<Walked> {
  const code = walkWgsl(ground.held, state.map.neighbours);
  const count = cells.length;
  const walks = new Uint32Array(4 * count);
  for (let i = 0; i < count; i++) {
    walks[4 * i] = cells[i];
    walks[4 * i + 1] = 1;
  }
  const kept: GPUBuffer[] = [];
  const keep = (buffer: GPUBuffer): GPUBuffer => {
    kept.push(buffer);
    return buffer;
  };
  try {
    const held = keep(
      await guarded(device, 'diffusion: walks', () => uploadWords(device, 'walks', walks)),
    );
    const open = keep(storageBuffer(device, 'walks under way', 1));
    const goOn = new Uint32Array(1);
    const run = async (entry: 'measure' | 'write', node: GPUBuffer | undefined): Promise<void> => {
      do {
        await guarded(device, 'diffusion: walks', () => {
          const kernel: Kernel = { label: `diffusion: ${entry} ways`, code, entry };
          const resources = {
            ...ground.bind({ steps: STRIDE, limit: maxSteps, layers: [l], count }),
            3: held,
            4: open,
            // both entry points share the function that may write
            5: node ?? keep(storageBuffer(device, 'no cells', 4)),
          };
          const one = step(device, kernel, resources, Math.min(4096, Math.ceil(count / 64)));
          const encoder = device.createCommandEncoder({ label: 'diffusion: walks' });
          for (let k = 0; k < DISPATCHES; k++) {
            encoder.clearBuffer(open);
            encodeSteps(encoder, 'diffusion: walks', [one]);
          }
          device.queue.submit([encoder.finish()]);
        });
        await readBuffer(device, open, goOn);
      } while (goOn[0] !== 0);
    };
    await run('measure', undefined);
    await readBuffer(device, held, walks);
    // ways that lead nowhere are not written
    let total = 0;
    const again = walks.slice();
    for (let i = 0; i < count; i++) {
      again[4 * i] = cells[i];
      again[4 * i + 1] = 1;
      again[4 * i + 3] = total;
      if (walks[4 * i + 2] !== WALK.found) continue;
      again[4 * i + 2] = WALK.open;
      total += walks[4 * i + 1];
    }
    const node = into(total);
    if (total > 0 && node.length >= total) {
      const cellsOut = keep(
        await guarded(device, 'diffusion: walks', () => storageBuffer(device, 'ways', total)),
      );
      device.queue.writeBuffer(held, 0, again);
      await run('write', cellsOut);
      await readBuffer(device, cellsOut, node.subarray(0, total));
    }
    return { walks, node };
  } finally {
    for (const buffer of kept) buffer.destroy();
  }
}

/**
 * As `climb` of climb.ts, on the device. The starts are cells of the map; `blocked`: the layer has goals, all of
 * them on obstacles.
 */
export async function waysOnDevice(
  device: GPUDevice,
  ground: WalkGround,
  state: ModelState,
  l: number,
  blocked: boolean,
  starts: ArrayLike<number>,
  options: RouteOptions,
): Promise<Routes> {
  const { terrain, map } = state;
  const count = starts.length;
  const { maxSteps = map.width * map.height, reuse } = options;
  const status = reuse && reuse.status.length >= count ? reuse.status : new Uint8Array(count);
  const cost = reuse && reuse.cost.length >= count ? reuse.cost : new Float32Array(count);
  const firstNode =
    reuse && reuse.firstNode.length > count ? reuse.firstNode : new Uint32Array(count + 1);
  const walking: number[] = [];
  for (let i = 0; i < count; i++) {
    if (terrain[starts[i]] === 0) status[i] = SOURCE_BLOCKED;
    else if (blocked) status[i] = TARGET_BLOCKED;
    else walking.push(i);
  }
  const into = (total: number): Uint32Array =>
    reuse && reuse.node.length >= total ? reuse.node : new Uint32Array(total);
  let walked: Walked = { walks: new Uint32Array(), node: into(0) };
  if (walking.length > 0) {
    const cells = walking.map((i) => starts[i]);
    walked = await walkAll(device, ground, state, l, cells, maxSteps, into);
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
      sum = Math.fround(sum + stepCost(terrain, map.width, node[k - 1], node[k]));
    }
    cost[i] = sum;
    used += cells;
  }
  return { count, status, cost, firstNode, node };
}

/** As `bestNeighbour` of climb.ts, on the device. */
export async function nextOnDevice(
  device: GPUDevice,
  ground: WalkGround,
  state: ModelState,
  l: number,
  cell: number,
): Promise<number> {
  if (state.terrain[cell] === 0) return NONE;
  const { walks } = await walkAll(device, ground, state, l, [cell], 1, () => new Uint32Array());
  // pursuers may be goals as well: only the device knows
  if (walks[1] === 1) return walks[2] === WALK.found ? cell : NONE;
  return walks[0];
}
