// `createGpuPaths`: a path per agent, followed on the device. The host keeps a copy of the paths,
// and asks the planner for agents that are off their path.
import { checkOptions, oneOf, type OptionRules, refuse, refuseKind } from '@wayfield/check';
import {
  createReadBack,
  filledBuffer,
  guarded,
  type ReadBack,
  readBuffer,
} from '@wayfield/gpu-core';
import { createDestroyGuard } from '@wayfield/wasm';
import { createMembers } from '../../guides/members.ts';
import {
  createPathCalls,
  PATH_RULES,
  type PathParts,
  takeAnswer,
} from '../../guides/path-calls.ts';
import {
  createPathStore,
  type PathRoutes,
  type PathStore,
  pointsOfRoute,
} from '../../guides/path-store.ts';
import { extend } from '../../guides/seek-calls.ts';
import { createSeekers, type Seekers } from '../../guides/seekers.ts';
import { checkPlaces } from '../../guides/path-walk.ts';
import { GUIDE_KIND, putColumns, readState, writeState } from '../../guides/state.ts';
import { GUIDE_STATUS } from '../../guides/types.ts';
import { type CrowdInsides, insidesOf, keepLead, type PathLead } from '../insides.ts';
import type { Dispatch } from '../tick/kernels.ts';
import type { GpuCrowd } from '../types.ts';
import type { GpuPathOptions, GpuPaths } from './path-types.ts';
import { createPathBuffers, type PathBuffers, POINT_BYTES } from './path-buffers.ts';
import { pathsBySightWgsl, pathsWgsl, pointOf, QUARTER_BIT, statusOf } from './paths.wgsl.ts';

const UNIFORM_COPY_DST = 0x0040 | 0x0008;
const GROUP = 256;
const MOST_GROUPS = 65_535;
/** Stands for an infinite `astray`, in metres: kernels may not rely on infinities of f32. */
const FARTHEST = 1e30;
const { ARRIVED, NONE, NO_PATH, WAITING } = GUIDE_STATUS;

/**
 * Updates until an agent that has asked for a path may ask again, by default. Fewer than the 60 of
 * `createPathGuide`, because users call `update` only once in several ticks.
 */
const RETRY = 4;

const RULES: OptionRules = { ...PATH_RULES, sees: /* @__PURE__ */ oneOf('walls') };

interface Parts extends PathParts {
  readonly crowd: GpuCrowd;
  readonly insides: CrowdInsides;
  /** Throws after `destroy` of the paths or of the crowd. */
  check(): void;
  /** The queue of plans. */
  readonly queue: Seekers;
  /** Slots that seek a path from the next update on: only then their position is read. */
  readonly later: Set<number>;
  readonly held: PathBuffers;
  /** Positions of the last read. */
  readonly positionX: Float64Array;
  readonly positionY: Float64Array;
  /** The point that a slot aims at when its path begins; the device goes on from there. */
  readonly at: Uint32Array;
  readonly quarters: Uint8Array;
  readonly reached: Uint32Array;
  readonly bySight: boolean;
}

/**
 * Paths that agents of a crowd on the GPU follow, as with `createPathGuide`. By corners: an agent
 * passes a corner at most `astray` away once the corner is within its radius, or once the agent is
 * beyond the line that halves the angle there. The agent is off its path if it is farther than
 * `astray` from the side that leads to the corner. With `sees: 'walls'`, the aim of an agent moves
 * along its path, by at most `lookAhead` points per tick, as long as the agent sees the next point.
 * An agent is off its path if it sees neither its aim nor the last points before it.
 * Only `update`, and snapshots of the crowd, copy something back to the host. A snapshot of a crowd
 * that aims along the paths holds the paths.
 *
 * @throws TypeError for a crowd that is not of `createGpuCrowd` and for wrong types, RangeError for
 * options out of range.
 *
 * @example
 * const crowd = await createGpuCrowd(device, {}, { capacity: 1000 });
 * const paths = createGpuPaths(crowd, { plan: (requests) => polyanya.run(requests) });
 * crowd.aim({ paths });
 * paths.seek(crowd.add({ x: 1, y: 1 }), 19, 9);
 * await paths.update(); // plans
 * await crowd.step(1 / 60);
 */
export function createGpuPaths(crowd: GpuCrowd, options: GpuPathOptions = {}): GpuPaths {
  const insides = insidesOf(crowd);
  if (!insides) return refuseKind('crowd', crowd, 'a crowd of createGpuCrowd');
  checkOptions('createGpuPaths', options, RULES);
  insides.check();
  const guard = createDestroyGuard('paths');
  const uniform = uniformOf(crowd.device, options);
  const parts = openParts(crowd, insides, options, guard.check);
  const { held, queue, plan } = parts;
  const reader = createReader(parts);
  const unhear = insides.touched((slot) => lookAt(parts, slot));
  const calls = createPathCalls(parts);
  const { release } = calls;
  const take = (slot: number, routes: PathRoutes, i: number): void =>
    takeAnswer(parts, slot, routes, i);
  let last: Promise<unknown> = Promise.resolve();
  /** The walls that `dispatch` has bound. */
  let walls: GPUBuffer | undefined;
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  }
  const paths: GpuPaths = extend(calls, {
    get memoryBytes() {
      return held.memoryBytes;
    },
    release(id: number) {
      parts.check();
      release(id);
      const slot = crowd.slotOf(id);
      // without a path, the kernel leaves the agent's preferred velocity alone: it is set to 0 here
      const { preferred } = insides.buffers;
      for (const at of [slot, crowd.capacity + slot])
        crowd.device.queue.writeBuffer(preferred, 4 * at, new Float32Array(1));
    },
    async update() {
      parts.check();
      return alone(async () => {
        parts.check();
        await reader.read();
        if (plan) queue.answer(plan, take);
      });
    },
    destroy() {
      if (!guard.end()) return;
      unhear();
      for (const made of [held, uniform, reader]) made.destroy();
    },
  });
  return keepLead(paths, {
    crowd,
    check: guard.check,
    flush() {
      const other = held.flush();
      const now = insides.walls();
      if (!parts.bySight || walls === now) return other;
      walls = now;
      return true;
    },
    dispatch() {
      walls = insides.walls();
      return dispatchOf(parts, uniform, walls);
    },
    alone,
    renew: held.renew,
    ...createStates(parts),
  });
}

function openParts(
  crowd: GpuCrowd,
  insides: CrowdInsides,
  options: GpuPathOptions,
  checkOwn: () => void,
): Parts {
  const { capacity, device } = crowd;
  const members = createMembers(crowd, options.speed ?? 1.3);
  const mostPoints = Math.floor(device.limits.maxStorageBufferBindingSize / POINT_BYTES);
  const check = (): void => {
    checkOwn();
    insides.check();
  };
  const paths = createRoomyStore(capacity, mostPoints, check);
  const { status, speed } = members;
  const at = new Uint32Array(capacity);
  const quarters = new Uint8Array(capacity);
  const reached = new Uint32Array(capacity);
  const source = { paths, status, speed, at, quarters, reached };
  const held = createPathBuffers(device, capacity, source);
  const positionX = new Float64Array(capacity);
  const positionY = new Float64Array(capacity);
  const seen = { ...crowd, end: 0, positionX, positionY };
  const { plansPerUpdate, retry = RETRY } = options;
  const queue = createSeekers(seen, members, { plansPerUpdate, retry });
  const later = new Set<number>();
  return {
    crowd,
    insides,
    members,
    paths,
    held,
    positionX,
    positionY,
    at,
    quarters,
    reached,
    bySight: options.sees === 'walls',
    queue,
    later,
    plan: options.plan,
    cornersAtWalls: options.cornersAtWalls ?? false,
    arrived: 0,
    check,
    begin(slot) {
      // the first point is where the agent was
      at[slot] = Math.min(1, paths.length[slot] - 1);
      quarters[slot] = 0;
      reached[slot] = 0;
      held.note(slot);
    },
    clear(slot) {
      check();
      paths.clear(slot);
      at[slot] = 0;
      held.note(slot);
    },
    seekers: {
      get waiting() {
        return queue.waiting + later.size;
      },
      get plans() {
        return queue.plans;
      },
      aim(slot, x, y) {
        later.delete(slot);
        queue.aim(slot, x, y);
      },
      ask(slot) {
        status[slot] = WAITING;
        later.add(slot);
      },
      drop(slot) {
        later.delete(slot);
        queue.drop(slot);
      },
    },
  };
}

/** A store that refuses points for which the device has no room, before it changes anything. */
function createRoomyStore(capacity: number, most: number, check: () => void): PathStore {
  const store = createPathStore(capacity);
  const need = (points: number): void => {
    check();
    // The arrays may have to double, or to grow by a block. A block has less than twice the points
    // of its path, or 8 points. The arrays always have 8 points or more.
    const room = most - store.x.length;
    if (Math.max(store.x.length, 2 * points) > room) {
      const before = `${store.x.length} of the arrays before`;
      refuse('points', points, `fewer: with the ${before}, the device has room for ${most}`);
    }
  };
  return extend(Object.create(store) as PathStore, {
    putPoints(slot: number, points: ArrayLike<number>) {
      need(points.length / 2);
      store.putPoints(slot, points);
    },
    putRoute(slot: number, routes: PathRoutes, i: number) {
      need(pointsOfRoute(routes, i));
      store.putRoute(slot, routes, i);
    },
    lengthsIn(numbers: Float64Array) {
      const lengths = store.lengthsIn(numbers);
      need((numbers.length - capacity) / 2);
      return lengths;
    },
  });
}

/** Forgets the path of an agent that was removed. */
function lookAt({ members, seekers, clear }: Parts, slot: number): void {
  if (members.status[slot] === NONE || members.isMember(slot)) return;
  seekers.drop(slot);
  clear(slot);
}

/** Brings positions, and states of paths, of all agents to the host. */
function createReader(parts: Parts) {
  const { crowd, insides, members, held, queue, later } = parts;
  const { device, capacity } = crowd;
  let back: ReadBack | undefined;
  let words: Float32Array | undefined;

  function take(from: Float32Array, end: number): void {
    const states = new Uint32Array(from.buffer, 16 * end, end);
    const { status } = members;
    const { positionX, positionY, paths, plan } = parts;
    parts.arrived = 0;
    for (let slot = 0; slot < end; slot++) {
      if (!members.isMember(slot)) continue;
      positionX[slot] = from[4 * slot] + from[4 * slot + 2];
      positionY[slot] = from[4 * slot + 1] + from[4 * slot + 3];
      // paths that the host gave during the read are newer than their states on the device
      if (paths.length[slot] > 0 && !held.isNew(slot)) {
        status[slot] = statusOf(states[slot]);
        if (status[slot] === WAITING && plan) queue.askIfDue(slot);
      } else if (status[slot] === NO_PATH && plan) queue.askIfDue(slot);
      if (status[slot] === ARRIVED) parts.arrived++;
    }
  }

  return {
    async read(): Promise<void> {
      for (const slot of later) queue.ask(slot);
      later.clear();
      const { end } = crowd;
      words ??= new Float32Array(5 * capacity);
      const into = words.subarray(0, 5 * end);
      try {
        await guarded(device, 'crowd: paths', () => {
          insides.bringUp();
          held.flush();
          held.forget();
          if (end === 0) return undefined;
          back ??= createReadBack(device, 20 * capacity, 'crowd: paths');
          const encoder = device.createCommandEncoder({ label: 'crowd: paths' });
          back.encode(encoder, insides.buffers.position, 0, 0, 16 * end);
          back.encode(encoder, held.state, 0, 16 * end, 4 * end);
          device.queue.submit([encoder.finish()]);
          return back.read({ at: 0, into });
        });
      } catch (error) {
        // the staging memory may be what found no memory: the next read makes it again
        back?.destroy();
        back = undefined;
        held.renew();
        throw error;
      }
      take(words, end);
    },
    destroy() {
      back?.destroy();
    },
  };
}

/** The state of all paths as bytes, in the form that `createPathGuide` also writes. */
function createStates(parts: Parts): Pick<PathLead, 'snapshot' | 'restore'> {
  const { crowd, members, paths, queue, later, held, at, quarters, reached } = parts;
  const { device, capacity } = crowd;
  const columns = [...members.columns, ...queue.columns];
  return {
    async snapshot() {
      for (const slot of later) queue.ask(slot);
      later.clear();
      const copies = columns.map((column) => column.slice());
      const { length } = paths;
      const followed = Array.from(length.keys()).filter((slot) => length[slot] > 0);
      const numbers = paths.numbers();
      const states = await readBuffer(device, held.state, new Uint32Array(2 * capacity));
      const status = copies[columns.indexOf(members.status)];
      const [aims, beyond] = [new Uint32Array(capacity), new Uint8Array(capacity)];
      const come = new Uint32Array(capacity);
      for (const slot of followed) {
        status[slot] = statusOf(states[slot]);
        aims[slot] = pointOf(states[slot]);
        beyond[slot] = states[slot] >>> QUARTER_BIT;
        come[slot] = states[capacity + slot];
      }
      return writeState(GUIDE_KIND.paths, [...copies, aims, beyond, come], numbers);
    },
    restore(bytes) {
      parts.check();
      const all = [...columns, at, quarters, reached];
      const state = readState(GUIDE_KIND.paths, all, bytes);
      members.checkState(state);
      queue.checkState(state);
      checkPlaces(state, parts, paths.lengthsIn(state.numbers));
      putColumns(all, state);
      paths.putNumbers(state.numbers);
      later.clear();
      for (let slot = 0; slot < capacity; slot++) held.note(slot);
    },
  };
}

function uniformOf(device: GPUDevice, options: GpuPathOptions): GPUBuffer {
  const { astray = 2, arrival = 0.3, slowing = 0.5, lookAhead = 8 } = options;
  const words = Float32Array.of(Math.min(astray, FARTHEST), arrival, slowing, 0);
  new Uint32Array(words.buffer)[3] = lookAhead;
  return filledBuffer(device, 'crowd: following', words, UNIFORM_COPY_DST);
}

function dispatchOf(
  { insides, held, bySight }: Parts,
  uniform: GPUBuffer,
  walls: GPUBuffer,
): Dispatch {
  const { position, traits, preferred } = insides.buffers;
  const { routes, points, state } = held;
  const entry = 'followPaths';
  return {
    kernel: { label: `crowd: ${entry}`, code: bySight ? pathsBySightWgsl : pathsWgsl, entry },
    bound: {
      1: uniform,
      2: position,
      3: traits,
      4: preferred,
      5: routes,
      6: points,
      7: state,
      ...(bySight && { 8: walls }),
    },
    size: GROUP,
    limit: MOST_GROUPS,
  };
}
