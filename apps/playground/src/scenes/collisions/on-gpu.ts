// Collisions on the GPU. Bodies, pairs and pushes stay on the device, and are drawn from its
// buffers.
import { buildBodies } from '@wayfield/collision';
import { createGpuCollisionSolver } from '@wayfield/collision/gpu';
import {
  compileKernels,
  encodeSteps,
  filledBuffer,
  readBuffer,
  type Step,
  step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import type { DeviceLinks, Discs } from '../../draw/surface.ts';
import { countTransfer } from '../../common/transfers.ts';
import { createOccasional } from '../occasional.ts';
import type { StartBodies } from './bodies.ts';
import { MOST_SPEED, STIFFNESS } from './motion.ts';
import { MOTION, PUSH } from './motion.wgsl.ts';
import type { CellGrid, CollisionsSolver } from './solver.ts';

/** Ticks between reads of the number of pairs: some bytes. */
const LOOK = 30;
const UNIFORM = 0x0040;
const INDIRECT = 0x0100;
const STORAGE_COPY = 0x0080 | 0x0004 | 0x0008;
const WG = 128;

const ADVANCE = { label: 'collisions: move', code: MOTION, entry: 'advance' };
const PUSHING = { label: 'collisions: push', code: PUSH, entry: 'push' };

export interface GpuCollisions extends CollisionsSolver {
  readonly links: DeviceLinks;
  /** Records a tick; submits nothing. */
  encode(encoder: GPUCommandEncoder): void;
}

export async function createGpuCollisions(
  device: GPUDevice,
  start: StartBodies,
): Promise<GpuCollisions> {
  const { x, y, radius, width, height } = start;
  const count = x.length;
  const bodies = buildBodies({ x: x.slice(), y: y.slice(), radius });
  const solver = await createGpuCollisionSolver(device, bodies);
  await Promise.all([solver.compile(), compileKernels(device, [ADVANCE, PUSHING])]);
  const motion = createMotion(device, solver, start);
  const encoder = device.createCommandEncoder({ label: 'collisions: begin' });
  motion.encodePairs(encoder);
  device.queue.submit([encoder.finish()]);

  let pairs = 0;
  let cells: readonly CellGrid[] = [];
  let ticks = 0;
  const seen = createOccasional(async () => {
    pairs = await motion.readPairs();
    const levels = await solver.cells();
    cells = levels.map(({ origin: [originX, originY], side }) => ({ originX, originY, side }));
  });
  await seen.look();

  return {
    backend: 'WebGPU',
    width,
    height,
    discs: motion.discs,
    get links() {
      return motion.links;
    },
    get pairs() {
      return pairs;
    },
    get cells() {
      return cells;
    },
    get memoryBytes() {
      return solver.memoryBytes + motion.memoryBytes;
    },
    encode: motion.encode,
    async tick(times) {
      const began = performance.now();
      for (let i = 0; i < times; i++) {
        const commands = device.createCommandEncoder({ label: 'collisions: tick' });
        motion.encode(commands);
        device.queue.submit([commands.finish()]);
      }
      ticks += times;
      // wait for the device, so that ticks do not pile up on a slow one
      await device.queue.onSubmittedWorkDone();
      if (ticks % LOOK < times) void seen.look();
      return { ticks: times, ms: performance.now() - began };
    },
    async snapshot() {
      const { buffer } = solver.resident;
      const { first } = motion.discs;
      const [words, found] = await Promise.all([
        readBuffer(device, buffer, new Float32Array(buffer.size / 4)),
        motion.countPairs(),
      ]);
      return {
        x: words.slice(first.x, first.x + count),
        y: words.slice(first.y, first.y + count),
        radius,
        pairs: found,
      };
    },
    destroy() {
      seen.end();
      solver.destroy();
      motion.destroy();
    },
  };
}

/** Velocities, and the kernels that push and move the bodies. */
interface Motion {
  readonly discs: Discs;
  readonly links: DeviceLinks;
  readonly memoryBytes: number;
  /** Records a tick: bodies move, then pairs push. */
  encode(encoder: GPUCommandEncoder): void;
  encodePairs(encoder: GPUCommandEncoder): void;
  countPairs(): Promise<number>;
  /** Reads the number of pairs, and makes room for more if the room is nearly full. */
  readPairs(): Promise<number>;
  destroy(): void;
}

function createMotion(
  device: GPUDevice,
  solver: Awaited<ReturnType<typeof createGpuCollisionSolver>>,
  start: StartBodies,
): Motion {
  const count = start.x.length;
  const { buffer, offset } = solver.resident;
  const first = { x: offset.x! / 4, y: offset.y! / 4, radius: offset.radius! / 4 };
  const velocity = uploadWords(device, 'collisions: velocity', joined(start));
  const mass = uploadWords(device, 'collisions: mass', new Uint32Array(start.mass.buffer));
  const felt = storageBuffer(device, 'collisions: pushes, touches', 3 * count);
  const instances = device.createBuffer({
    label: 'collisions: links',
    size: 16,
    usage: INDIRECT | STORAGE_COPY,
  });
  device.queue.writeBuffer(instances, 0, Uint32Array.of(6, 0, 0, 0));
  const wordsFor = (capacity: number) => paramWords(start, first, capacity);
  const params = filledBuffer(device, 'collisions: params', wordsFor(0), UNIFORM | 0x0008);
  const own = [velocity, mass, felt, instances, params];

  const groups = Math.max(1, Math.min(4096, Math.ceil(count / WG)));
  const resources = { 0: params, 1: buffer, 3: mass, 4: felt };
  const move = step(device, ADVANCE, { ...resources, 2: velocity }, groups);
  /** Made again when the room for pairs grows. */
  let push: { readonly pairs: GPUBuffer; readonly count: GPUBuffer; readonly step: Step };
  /** Room for this many pairs. Further pairs are found and counted, but do not push. */
  let capacity = 2 * count + 1024;
  let written = 0;

  function encodePairs(encoder: GPUCommandEncoder): void {
    if (written !== capacity) {
      written = capacity;
      device.queue.writeBuffer(params, 0, wordsFor(capacity));
    }
    const found = solver.encodePairs(encoder, { capacity });
    if (push?.pairs !== found.pairs) {
      const all = { ...resources, 5: found.pairs, 6: found.count, 7: instances };
      push = { ...found, step: step(device, PUSHING, all, groups) };
    }
    push = { ...push, count: found.count };
    encodeSteps(encoder, 'collisions: push', [push.step]);
  }
  async function countPairs(): Promise<number> {
    const [found] = await readBuffer(device, push.count, new Uint32Array(1));
    return found;
  }
  const discs: Discs = {
    count,
    data: buffer,
    first,
    touches: felt,
    firstTouch: 2 * count,
    version: 0,
  };

  return {
    discs,
    get links() {
      return { discs, pairs: push.pairs, instances };
    },
    memoryBytes: own.reduce((sum, { size }) => sum + size, 0),
    encode(encoder) {
      encodeSteps(encoder, 'collisions: move', [move]);
      encodePairs(encoder);
    },
    encodePairs,
    countPairs,
    async readPairs() {
      const found = await countPairs();
      countTransfer(4);
      // more room than now needed, because the number may grow soon
      if (found > 0.9 * capacity) capacity = Math.ceil(1.5 * found);
      return found;
    },
    destroy() {
      for (const each of own) each.destroy();
    },
  };
}

/** The struct Params of motion.wgsl.ts. */
function paramWords(
  { x, width, height, steps }: StartBodies,
  first: Discs['first'],
  capacity: number,
): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(12);
  words.set([first.x, first.y, first.radius, x.length, capacity]);
  new Float32Array(words.buffer).set([width, height, steps, STIFFNESS / steps, MOST_SPEED], 5);
  return words;
}

/** Velocities along x of all, then along y. */
function joined({ velocityX, velocityY }: StartBodies): Uint32Array<ArrayBuffer> {
  const both = new Float32Array(2 * velocityX.length);
  both.set(velocityX);
  both.set(velocityY, velocityX.length);
  return new Uint32Array(both.buffer);
}
