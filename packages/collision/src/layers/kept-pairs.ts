import type { Host } from '../host.ts';
import type { PairTask } from '../pairs/tasks.ts';
import { createRoom, type Room } from '../room.ts';

/**
 * The pairs within the still layer, for each task that was asked for: role, test, with or without
 * pairs of two fixed bodies. They stay valid from update to update, until bodies are divided into
 * layers again.
 */
export interface KeptPairs {
  /** The pairs of a task. `find` finds them if they are not known. All slots are below `slots`. */
  of(
    task: PairTask,
    slots: number,
    find: () => Found,
  ): { readonly address: number; readonly count: number };
  /** Bodies left the still layer. Their pairs are dropped when the pairs are next asked for. */
  drop(): void;
  /** Bodies are divided into layers again: no pair is known. */
  forget(): void;
}

/** Where pairs were written. */
interface Found {
  readonly address: number;
  readonly bytes: number;
}

/** The pairs of one task. */
interface Entry {
  readonly room: Room;
  count: number;
  /**
   * `'some left'`: bodies left the still layer since the last use, and their pairs are still here.
   */
  state: 'unknown' | 'some left' | 'known';
}

export function createKeptPairs({ kernels, arena, blocks }: Host): KeptPairs {
  const entries = new Map<number, Entry>();
  const bits = createRoom(blocks);
  return {
    of({ role, test, skipFixed }, slots, find) {
      const key = role * 8 + test * 2 + (skipFixed ? 1 : 0);
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
