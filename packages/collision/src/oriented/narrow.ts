import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../oriented.gen.ts';
import { createRoom } from '../room.ts';
import type { Taken } from './take.ts';

/** Addresses in the memory of the kernels of the narrow phase. */
export interface NarrowLayout {
  /** The shape table: its records (layout.ts), and by shape the index where its record begins. */
  readonly records: number;
  readonly first: number;
  /** By slot: the number of the shape, and the pose. */
  readonly entries: number;
  readonly poses: number;
  readonly three: boolean;
}

/** The narrow phase in the memory of one host. */
export interface Narrow {
  /** Copies bodies into the memory. Throws RangeError when memory ends. */
  take(taken: Taken): NarrowLayout;
  /** Copies candidates into the memory, and returns their address. */
  putPairs(slots: Uint32Array): number;
  /** A view on pairs. */
  pairsAt(address: number, count: number): Uint32Array;
}

/** Binds the kernels to these addresses. Call it before `keepPairs`. */
export function bindNarrow(kernels: Kernels, layout: NarrowLayout): void {
  const { records, first, entries, poses, three } = layout;
  kernels.bind(records, first, entries, poses, three ? 1 : 0);
}

export function createNarrow(host: KernelHost<Kernels>, { shapes }: Taken): Narrow {
  const { arena, blocks, put } = host;
  const shared = { records: put(shapes.records), first: put(shapes.first) };
  const three = shapes.dimensions === 3;
  const entries = createRoom(blocks);
  const poses = createRoom(blocks);
  const pairs = createRoom(blocks);
  return {
    take(taken) {
      const room = {
        entries: entries.reserve(taken.entry.byteLength),
        poses: poses.reserve(taken.poses.byteLength),
      };
      const memory = arena.memory.buffer;
      new Uint32Array(memory, room.entries, taken.entry.length).set(taken.entry);
      new Float64Array(memory, room.poses, taken.poses.length).set(taken.poses);
      return { ...shared, ...room, three };
    },
    putPairs(slots) {
      const address = pairs.reserve(slots.byteLength);
      new Uint32Array(arena.memory.buffer, address, slots.length).set(slots);
      return address;
    },
    pairsAt: (address, count) => new Uint32Array(arena.memory.buffer, address, 2 * count),
  };
}
