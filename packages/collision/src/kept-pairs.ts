import type { Arena, Blocks } from '@wayfield/wasm';
import type { Kernels } from './kernel-exports.ts';
import type { PairTask } from './pair-finder.ts';
import { createRoom, type Room } from './room.ts';

/** Pairs of bodies of the still layer, of each task that was asked for, from update to update. */
export interface KeptPairs {
  /** Those of a task, of bodies in so many slots; `find` finds them, where they are not known. */
  of(
    task: PairTask,
    slots: number,
    find: () => Found,
  ): { readonly address: number; readonly count: number };
  /** Bodies left the still layer, and their pairs with them. */
  drop(): void;
  /** The still layer is another one. */
  forget(): void;
}

/** Where pairs were written. */
interface Found {
  readonly address: number;
  readonly bytes: number;
}

interface Entry {
  readonly room: Room;
  count: number;
  state: 'unknown' | 'some left' | 'known';
}

export function createKeptPairs(kernels: Kernels, arena: Arena, blocks: Blocks): KeptPairs {
  const entries = new Map<number, Entry>();
  const bits = createRoom(blocks);
  return {
    of({ role, test, moving }, slots, find) {
      const key = role * 8 + test * 2 + (moving ? 1 : 0);
      let entry = entries.get(key);
      if (!entry) {
        entry = { room: createRoom(blocks), count: 0, state: 'unknown' };
        entries.set(key, entry);
      }
      const { room } = entry;
      if (entry.state === 'unknown') {
        const { address, bytes } = find();
        room.reserve(bytes);
        arena.bytes().copyWithin(room.address, address, address + bytes);
        entry.count = bytes / 8;
      } else if (entry.state === 'some left') {
        const table = bits.reserve(slots / 8 + 32);
        entry.count = kernels.keepStill(room.address, entry.count, slots, table) >>> 0;
      }
      entry.state = 'known';
      return { address: room.address, count: entry.count };
    },
    drop() {
      for (const entry of entries.values()) if (entry.state === 'known') entry.state = 'some left';
    },
    forget() {
      for (const entry of entries.values()) entry.state = 'unknown';
    },
  };
}
