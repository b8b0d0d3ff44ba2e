// Collisions on the GPU: bodies, pairs and what they push stay there, and are drawn from where they are.
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
} from '@wayfield/gpu';
import type { DeviceLinks, Discs } from '../../draw/surface.ts';
import { countTransfer } from '../../transfers.ts';
import type { StartBodies } from './bodies.ts';
import { MOST_SPEED, STIFFNESS } from './motion.ts';
import { MOTION, PUSH } from './motion.wgsl.ts';
import type { CellGrid, CollisionsSolver } from './solver.ts';

/** Ticks between looks at how many pairs there are: some bytes are read. */
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
  const { x, y, radius, width, height, steps } = start;
  const count = x.length;
  const bodies = buildBodies({ x: x.slice(), y: y.slice(), radius });
  const solver = await createGpuCollisionSolver(device, bodies);
  await Promise.all([solver.compile(), compileKernels(device, [ADVANCE, PUSHING])]);
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
  const params = filledBuffer(device, 'collisions: params', paramWords(0), UNIFORM | 0x0008);
  const own = [velocity, mass, felt, instances, params];

  function paramWords(capacity: number): Uint32Array<ArrayBuffer> {
    const words = new Uint32Array(12);
    words.set([first.x, first.y, first.radius, count, capacity]);
    new Float32Array(words.buffer).set([width, height, steps, STIFFNESS / steps, MOST_SPEED], 5);
    return words;
  }

  const groups = Math.max(1, Math.min(4096, Math.ceil(count / WG)));
  const move = step(
    device,
    ADVANCE,
    { 0: params, 1: buffer, 2: velocity, 3: mass, 4: felt },
    groups,
  );
  /** Made again where the pairs got more room. */
  let push: { readonly pairs: GPUBuffer; readonly step: Step } | undefined;
  /** Pairs there is room for: more are found and counted, but do not push. */
  let capacity = 2 * count + 1024;
  let written = 0;

  function encodePairs(encoder: GPUCommandEncoder): void {
    if (written !== capacity) {
      written = capacity;
      device.queue.writeBuffer(params, 0, paramWords(capacity));
    }
    const { pairs, count: found } = solver.encodePairs(encoder, { capacity });
    if (push?.pairs !== pairs) {
      const resources = {
        0: params,
        1: buffer,
        3: mass,
        4: felt,
        5: pairs,
        6: found,
        7: instances,
      };
      push = { pairs, step: step(device, PUSHING, resources, groups) };
    }
    encodeSteps(encoder, 'collisions: push', [push.step]);
    counter = found;
  }
  let counter: GPUBuffer;
  const encoder = device.createCommandEncoder({ label: 'collisions: begin' });
  encodePairs(encoder);
  device.queue.submit([encoder.finish()]);

  let pairs = 0;
  let cells: readonly CellGrid[] = [];
  let ticks = 0;
  let looking = false;
  let destroyed = false;

  async function look(): Promise<void> {
    looking = true;
    try {
      [pairs] = await readBuffer(device, counter, new Uint32Array(1));
      countTransfer(4);
      // some more than there are, as there may be more soon
      if (pairs > 0.9 * capacity) capacity = Math.ceil(1.5 * pairs);
      const levels = await solver.cells();
      cells = levels.map(({ origin: [originX, originY], side }) => ({ originX, originY, side }));
    } catch {
      // the device went away or the scene ended: who asks next is told
    } finally {
      looking = false;
    }
  }
  await look();

  const discs: Discs = {
    count,
    data: buffer,
    first,
    touches: felt,
    firstTouch: 2 * count,
    version: 0,
  };
  const tickInto = (target: GPUCommandEncoder): void => {
    encodeSteps(target, 'collisions: move', [move]);
    encodePairs(target);
  };
  return {
    backend: 'WebGPU',
    width,
    height,
    discs,
    get links() {
      return { discs, pairs: push!.pairs, instances };
    },
    get pairs() {
      return pairs;
    },
    get cells() {
      return cells;
    },
    get memoryBytes() {
      return solver.memoryBytes + own.reduce((sum, { size }) => sum + size, 0);
    },
    encode: tickInto,
    async tick(times) {
      const began = performance.now();
      for (let i = 0; i < times; i++) {
        const commands = device.createCommandEncoder({ label: 'collisions: tick' });
        tickInto(commands);
        device.queue.submit([commands.finish()]);
      }
      ticks += times;
      // so that a slow device is waited for instead of buried
      await device.queue.onSubmittedWorkDone();
      if (ticks % LOOK < times && !looking && !destroyed) void look();
      return { ticks: times, ms: performance.now() - began };
    },
    async snapshot() {
      const [words, [found]] = await Promise.all([
        readBuffer(device, buffer, new Float32Array(buffer.size / 4)),
        readBuffer(device, counter, new Uint32Array(1)),
      ]);
      return {
        x: words.slice(first.x, first.x + count),
        y: words.slice(first.y, first.y + count),
        radius,
        pairs: found,
      };
    },
    destroy() {
      destroyed = true;
      solver.destroy();
      for (const each of own) each.destroy();
    },
  };
}

/** Velocities along x of all, then along y. */
function joined({ velocityX, velocityY }: StartBodies): Uint32Array<ArrayBuffer> {
  const both = new Float32Array(2 * velocityX.length);
  both.set(velocityX);
  both.set(velocityY, velocityX.length);
  return new Uint32Array(both.buffer);
}
