import { createReadBack, type ReadBack } from '@wayfield/gpu-core';
import type { Columns } from '../../agents/columns.ts';
import { FREE } from '../../types.ts';
import { type CrowdBuffers, hasCruise, MOTION, POSITION, REST } from './buffers.ts';
import type { TraitWords } from './trait-words.ts';

/** Brings agents from the device into the columns of the host. */
export interface Reader {
  /** Waits for all submitted ticks. `keeps` names slots that the host changed meanwhile. */
  read(end: number, keeps: (slot: number) => boolean): Promise<void>;
  readonly memoryBytes: number;
  destroy(): void;
}

export function createReader(
  device: GPUDevice,
  buffers: CrowdBuffers,
  columns: Columns,
  traits: TraitWords,
): Reader {
  const capacity = columns.status.length;
  const each = POSITION + MOTION + REST + 2;
  let back: ReadBack | undefined;
  let words: Float32Array | undefined;
  return {
    async read(end, keeps) {
      if (end === 0) return;
      // rows of 16 bytes, so that every part begins at a multiple of 8
      const rows = Math.ceil(end / 4) * 4;
      back ??= createReadBack(device, 4 * each * (Math.ceil(capacity / 4) * 4), 'crowd: read');
      words ??= new Float32Array(each * (Math.ceil(capacity / 4) * 4));
      const encoder = device.createCommandEncoder({ label: 'crowd: read' });
      const { position, motion, rest, preferred } = buffers;
      let at = 0;
      const parts: [GPUBuffer, number, number][] = [
        [position, 0, POSITION],
        [motion, 0, MOTION],
        [rest, 0, REST],
        [preferred, 0, 1],
        [preferred, 4 * capacity, 1],
      ];
      for (const [buffer, from, size] of parts) {
        back.encode(encoder, buffer, from, 4 * at, 4 * size * end);
        at += size * rows;
      }
      device.queue.submit([encoder.finish()]);
      await back.read({ at: 0, into: words.subarray(0, each * rows) });
      take(words, rows, end, keeps);
    },
    get memoryBytes() {
      return back?.memoryBytes ?? 0;
    },
    destroy() {
      back?.destroy();
    },
  };

  function take(
    from: Float32Array,
    rows: number,
    end: number,
    keeps: (slot: number) => boolean,
  ): void {
    const state = new Uint32Array(from.buffer);
    const motionAt = POSITION * rows;
    const restAt = motionAt + MOTION * rows;
    const preferredAt = restAt + REST * rows;
    for (let slot = 0; slot < end; slot++) {
      if (columns.status[slot] === FREE || keeps(slot)) continue;
      const p = POSITION * slot;
      columns.positionX[slot] = from[p] + from[p + 2];
      columns.positionY[slot] = from[p + 1] + from[p + 3];
      columns.x[slot] = from[p];
      columns.y[slot] = from[p + 1];
      const m = motionAt + MOTION * slot;
      columns.velocityX[slot] = from[m];
      columns.velocityY[slot] = from[m + 1];
      columns.headingX[slot] = from[m + 2];
      columns.headingY[slot] = from[m + 3];
      const r = restAt + REST * slot;
      traits.putState(slot, state[r + 4]);
      const cruises = hasCruise(columns.status[slot]);
      columns.cruise[slot] = cruises ? from[r] : 0;
      if (!cruises) {
        columns.homeX[slot] = from[r] + from[r + 2];
        columns.homeY[slot] = from[r + 1] + from[r + 3];
      }
      columns.preferredX[slot] = from[preferredAt + slot];
      columns.preferredY[slot] = from[preferredAt + rows + slot];
    }
  }
}
