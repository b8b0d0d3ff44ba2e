// The paths of agents on the device: routes, points and states by slot.
import { storageBuffer } from '@wayfield/gpu-core';
import type { PathStore } from '../../guides/path-store.ts';
import { QUARTER_BIT, ROUTE_WORDS, STATUS_BIT } from './paths.wgsl.ts';

/** The paths of a store on the device, and the slots that are yet to be written. */
export interface PathBuffers {
  readonly routes: GPUBuffer;
  /** Replaced by a larger buffer as paths come: see `flush`. */
  readonly points: GPUBuffer;
  readonly state: GPUBuffer;
  readonly memoryBytes: number;
  /** Notes that the host gave a slot another path or status. */
  note(slot: number): void;
  /** Whether a slot was noted since the last `forget`. */
  isNew(slot: number): boolean;
  /** Called when a read begins, after `flush`: see `isNew`. */
  forget(): void;
  /**
   * Writes what was noted; returns whether `points` is another buffer. The old buffer is then
   * destroyed, so ticks that were recorded with it must be submitted before.
   */
  flush(): boolean;
  /** After a call that failed: `points` may have no memory, so the next `flush` makes it again. */
  renew(): void;
  destroy(): void;
}

/** What the buffers are filled with. */
export interface PathSource {
  readonly paths: PathStore;
  /** By slot: `GUIDE_STATUS`, and the speed. */
  readonly status: Uint8Array;
  readonly speed: Float64Array;
  /** The point of its path that a slot aims at when it is written. */
  readonly at: Uint32Array;
  /** How far the aim is beyond point `at`, in quarters of the side to the next point. */
  readonly quarters: Uint8Array;
  /** The last point that the agent has reached. */
  readonly reached: Uint32Array;
}

/** Bytes of a point: x and y in f32, then the rests of x and y that f32 rounds away. */
export const POINT_BYTES = 16;
/** Two ranges of points with at most this many points between them are written as one. */
const GAP = 64;

/** Writes the points of some slots; ranges close to each other go in one write. */
function writePaths(
  queue: GPUQueue,
  points: GPUBuffer,
  { x, y, first, length }: PathStore,
  slots: readonly number[],
): void {
  const some = slots.filter((slot) => length[slot] > 0).sort((a, b) => first[a] - first[b]);
  for (let k = 0; k < some.length;) {
    const from = first[some[k]];
    let to = from;
    while (k < some.length && first[some[k]] <= to + GAP) {
      to = first[some[k]] + length[some[k]];
      k++;
    }
    const words = new Float32Array(4 * (to - from));
    for (let i = from; i < to; i++) {
      const at = 4 * (i - from);
      words[at] = x[i];
      words[at + 1] = y[i];
      words[at + 2] = x[i] - words[at];
      words[at + 3] = y[i] - words[at + 1];
    }
    queue.writeBuffer(points, POINT_BYTES * from, words);
  }
}

/** Writes the routes and states of the slots from `from` to `to` - 1. */
function writeSlots(
  queue: GPUQueue,
  { routes, state }: Pick<PathBuffers, 'routes' | 'state'>,
  { paths, status, speed, at: aims, quarters, reached }: PathSource,
  [from, to]: readonly [number, number],
): void {
  const words = new Uint32Array(ROUTE_WORDS * (to - from));
  const speeds = new Float32Array(words.buffer);
  const states = new Uint32Array(to - from);
  for (let slot = from; slot < to; slot++) {
    const at = ROUTE_WORDS * (slot - from);
    words[at] = paths.first[slot];
    words[at + 1] = paths.length[slot];
    speeds[at + 2] = speed[slot];
    states[slot - from] =
      aims[slot] | (status[slot] << STATUS_BIT) | (quarters[slot] << QUARTER_BIT);
  }
  queue.writeBuffer(routes, 4 * ROUTE_WORDS * from, words);
  queue.writeBuffer(state, 4 * from, states);
  queue.writeBuffer(state, 4 * (reached.length + from), reached.slice(from, to));
}

export function createPathBuffers(
  device: GPUDevice,
  capacity: number,
  source: PathSource,
): PathBuffers {
  const { paths } = source;
  const { queue } = device;
  const routes = storageBuffer(device, 'crowd: routes', ROUTE_WORDS * capacity);
  const state = storageBuffer(device, 'crowd: states of paths', 2 * capacity);
  let room = paths.x.length;
  let points = storageBuffer(device, 'crowd: points of paths', 4 * room);
  let noted: number[] = [];
  const isNoted = new Uint8Array(capacity);
  const isNew = new Uint8Array(capacity);

  return {
    routes,
    get points() {
      return points;
    },
    state,
    get memoryBytes() {
      return routes.size + points.size + state.size;
    },
    note(slot) {
      isNew[slot] = 1;
      if (isNoted[slot] !== 0) return;
      isNoted[slot] = 1;
      noted.push(slot);
    },
    isNew: (slot) => isNew[slot] !== 0,
    forget: () => void isNew.fill(0),
    flush() {
      const grows = paths.x.length > room;
      if (noted.length === 0 && !grows) return false;
      noted.sort((a, b) => a - b);
      if (grows) {
        room = 0; // if there is no memory, the next `flush` tries again
        points.destroy();
        points = storageBuffer(device, 'crowd: points of paths', 4 * paths.x.length);
        room = paths.x.length;
      }
      writePaths(queue, points, paths, grows ? Array.from(paths.length.keys()) : noted);
      for (let i = 0; i < noted.length;) {
        const from = noted[i];
        let to = from;
        while (i < noted.length && noted[i] === to) {
          to++;
          i++;
        }
        writeSlots(queue, { routes, state }, source, [from, to]);
      }
      for (const slot of noted) isNoted[slot] = 0;
      noted = [];
      return grows;
    },
    renew() {
      room = 0;
    },
    destroy() {
      for (const buffer of [routes, points, state]) buffer.destroy();
    },
  };
}
