// `read` of a crowd on the GPU: agents from the device into the columns of the host.
import { createReadBack, guarded, type ReadBack } from '@wayfield/gpu-core';
import { keeping } from '@wayfield/gpu-core/internal';
import type { Columns } from '../../agents/columns.ts';
import { FREE } from '../../types.ts';
import { type CrowdBuffers, hasCruise } from './buffers.ts';
import { MOTION, POSITION, REST } from './words.ts';
import type { TraitWords } from './trait-words.ts';

/** Brings agents from the device into the columns of the host. */
export interface Reader {
  /** Brings the slots below `end`, after all submitted ticks, without those that the host keeps. */
  read(end: number, keeps: Keeps): Promise<void>;
  /**
   * Copies, on the device, the agents that a read under way has yet to bring. To be called before
   * anything changes agents on the device.
   */
  hold(): void;
  readonly memoryBytes: number;
  destroy(): void;
}

/** Which values of the host a read leaves alone. */
export interface Keeps {
  /** Whether a slot is left out, because the host has changed it meanwhile. */
  ofSlot(slot: number): boolean;
  /** Whether preferred velocities are left out, because the host's columns say them. */
  preferred(): boolean;
}

/** A part of the state: `size` bytes an agent, from byte `at` on for slot 0. */
interface Part {
  readonly buffer: GPUBuffer;
  readonly at: number;
  readonly size: number;
}

/** Where the agents of a read go on the host. */
interface HostAgents {
  readonly columns: Columns;
  readonly traits: TraitWords;
}

/** 32-bit words of an agent in a read: position, motion, rest and preferred velocity. */
const EACH = POSITION + MOTION + REST + 2;
/** Agents come in blocks of this share of the capacity, but at least `LEAST`, or all agents. */
const SHARE = 1 / 32;
const LEAST = 1024;
const COPY_SRC_DST = 0x0004 | 0x0008;

/** Copies of parts, for the slots from `next` to `until` - 1. */
function copied(
  device: GPUDevice,
  parts: readonly Part[],
  next: number,
  until: number,
): readonly Part[] {
  return keeping((keep) => {
    const encoder = device.createCommandEncoder({ label: 'crowd: hold' });
    const copies = parts.map(({ buffer, at, size }) => {
      const bytes = size * (until - next);
      const held = keep(device.createBuffer({ label: 'held', size: bytes, usage: COPY_SRC_DST }));
      encoder.copyBufferToBuffer(buffer, at + size * next, held, 0, bytes);
      return { buffer: held, at: -size * next, size };
    });
    device.queue.submit([encoder.finish()]);
    return copies;
  });
}

/**
 * A reader whose staging memory has room for one block of agents. The caller may record a tick
 * between two blocks. `hold` then copies the agents not yet read, so that all blocks show one tick.
 */
export function createReader(
  device: GPUDevice,
  buffers: CrowdBuffers,
  columns: Columns,
  traits: TraitWords,
): Reader {
  const capacity = columns.status.length;
  const block = 4 * Math.ceil(Math.min(capacity, Math.max(LEAST, capacity * SHARE)) / 4);
  const { position, motion, rest, preferred } = buffers;
  const live: readonly Part[] = [
    { buffer: position, at: 0, size: 4 * POSITION },
    { buffer: motion, at: 0, size: 4 * MOTION },
    { buffer: rest, at: 0, size: 4 * REST },
    { buffer: preferred, at: 0, size: 4 },
    { buffer: preferred, at: 4 * capacity, size: 4 },
  ];
  let parts = live;
  /** The slots that a read under way has yet to copy. */
  let [next, until] = [0, 0];
  let back: ReadBack | undefined;
  let words: Float32Array | undefined;

  /** Brings the slots from `first` to `last` - 1 to `words`; returns the agents of a part there. */
  async function bring(first: number, last: number): Promise<number> {
    // a multiple of 4 agents, so that every part begins at a multiple of 16 bytes
    const rows = Math.ceil((last - first) / 4) * 4;
    words ??= new Float32Array(EACH * block);
    const into = words.subarray(0, EACH * rows);
    try {
      await guarded(device, 'crowd: read', () => {
        back ??= createReadBack(device, 4 * EACH * block, 'crowd: read');
        const encoder = device.createCommandEncoder({ label: 'crowd: read' });
        let to = 0;
        for (const { buffer, at, size } of parts) {
          back.encode(encoder, buffer, at + size * first, to, size * (last - first));
          to += size * rows;
        }
        device.queue.submit([encoder.finish()]);
        next = last;
        return back.read({ at: 0, into });
      });
    } catch (error) {
      // the staging memory may be what found no memory: the next read makes it again
      back?.destroy();
      back = undefined;
      throw error;
    }
    return rows;
  }

  return {
    async read(end, keeps) {
      until = end;
      try {
        for (let first = 0; first < end; first += block) {
          const last = Math.min(end, first + block);
          const rows = await bring(first, last);
          take({ columns, traits }, words!, rows, [first, last], keeps);
        }
      } finally {
        next = until = 0;
        if (parts !== live) for (const { buffer } of parts) buffer.destroy();
        parts = live;
      }
    },
    hold() {
      if (next >= until || next === 0 || parts !== live) return;
      parts = copied(device, live, next, until);
    },
    get memoryBytes() {
      return back?.memoryBytes ?? 0;
    },
    destroy() {
      back?.destroy();
    },
  };
}

/**
 * Takes the slots from `first` to `last` - 1 out of the words of a block, whose parts have `rows`
 * agents each.
 */
function take(
  { columns, traits }: HostAgents,
  from: Float32Array,
  rows: number,
  [first, last]: readonly [number, number],
  keeps: Keeps,
): void {
  const keepsPreferred = keeps.preferred();
  const state = new Uint32Array(from.buffer);
  const motionAt = POSITION * rows;
  const restAt = motionAt + MOTION * rows;
  const preferredAt = restAt + REST * rows;
  for (let slot = first; slot < last; slot++) {
    if (columns.status[slot] === FREE || keeps.ofSlot(slot)) continue;
    const i = slot - first;
    const p = POSITION * i;
    columns.positionX[slot] = from[p] + from[p + 2];
    columns.positionY[slot] = from[p + 1] + from[p + 3];
    columns.x[slot] = from[p];
    columns.y[slot] = from[p + 1];
    const m = motionAt + MOTION * i;
    columns.velocityX[slot] = from[m];
    columns.velocityY[slot] = from[m + 1];
    columns.headingX[slot] = from[m + 2];
    columns.headingY[slot] = from[m + 3];
    const r = restAt + REST * i;
    traits.putState(slot, state[r + 4]);
    const cruises = hasCruise(columns.status[slot]);
    columns.cruise[slot] = cruises ? from[r] : 0;
    // 0 without a home: a home that an earlier read brought would change the hash
    columns.homeX[slot] = cruises ? 0 : from[r] + from[r + 2];
    columns.homeY[slot] = cruises ? 0 : from[r + 1] + from[r + 3];
    if (keepsPreferred) continue;
    columns.preferredX[slot] = from[preferredAt + i];
    columns.preferredY[slot] = from[preferredAt + rows + i];
  }
}
