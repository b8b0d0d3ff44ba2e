// Results come back through staging memory that stays mapped: few words are copied out, many are handed
// over where they are. Copying 64 MB out of a mapping takes longer than all the rest of a search together.
import { guarded, storageBytes } from '@wayfield/gpu';
import { growingWords } from './growing.ts';

/** A part of a GPU buffer that comes back with an answer. */
export interface AnswerPart {
  readonly source: GPUBuffer;
  /** The first of them. Default 0. */
  readonly from?: number;
  readonly words: number;
}

/** Submits work and reads words back by one map. */
export interface Answers {
  /**
   * Runs `record` at once, submits, and resolves to the words of the parts it returns. They are views,
   * valid while the next call is under way and until the one after that. One call at a time.
   */
  run(
    what: string,
    record: (encoder: GPUCommandEncoder) => readonly AnswerPart[],
  ): Promise<readonly Uint32Array[]>;
  readonly memoryBytes: number;
  destroy(): void;
}

const MAP_READ_COPY_DST = 0x0001 | 0x0008;
const MAP_MODE_READ = 1;
/** Up to so many words of a part are copied: a mapping that is looked at costs an unmap later. */
const FEW_WORDS = 2 ** 14;

/** How many entries to read where there were `last` the last time: a few more. */
export function guessFrom(last: number, most: number): number {
  return Math.min(most, last + (last >>> 5) + 256);
}

/** Staging memory of every other call. */
interface Staging {
  buffer: GPUBuffer | undefined;
  /** Results lie in its mapping. */
  shown: boolean;
  readonly copied: (words: number) => Uint32Array;
}

export function createAnswers(device: GPUDevice): Answers {
  const turns: Staging[] = [0, 1].map(() => ({
    buffer: undefined,
    shown: false,
    copied: growingWords(),
  }));
  let turn = 0;

  function room(staging: Staging, bytes: number): GPUBuffer {
    if (!staging.buffer || staging.buffer.size < bytes) {
      staging.buffer?.destroy();
      const size = storageBytes(Math.ceil((bytes * 1.25) / 4));
      const label = 'collision answers';
      staging.buffer = device.createBuffer({ label, size, usage: MAP_READ_COPY_DST });
    }
    return staging.buffer;
  }

  return {
    async run(what, record) {
      turn = 1 - turn;
      const staging = turns[turn];
      if (staging.shown) staging.buffer!.unmap();
      staging.shown = false;
      let parts: readonly AnswerPart[] = [];
      let bytes = 0;
      const submitted = guarded(device, what, () => {
        const encoder = device.createCommandEncoder({ label: what });
        parts = record(encoder);
        for (const { words } of parts) bytes += Math.ceil(words / 2) * 8;
        const back = bytes > 0 ? room(staging, bytes) : undefined;
        let at = 0;
        for (const { source, from = 0, words } of parts) {
          if (words > 0) encoder.copyBufferToBuffer(source, from * 4, back!, at, words * 4);
          at += Math.ceil(words / 2) * 8;
        }
        device.queue.submit([encoder.finish()]);
        // in the same breath, so that one round trip does
        return back?.mapAsync(MAP_MODE_READ, 0, bytes);
      });
      await submitted.catch((error: unknown) => {
        // whether it is mapped nobody knows
        staging.buffer?.destroy();
        staging.buffer = undefined;
        throw error;
      });
      if (bytes === 0) return parts.map(() => new Uint32Array(0));
      const mapped = new Uint32Array(staging.buffer!.getMappedRange(0, bytes));
      const few = parts.reduce((sum, { words }) => sum + (words <= FEW_WORDS ? words : 0), 0);
      const copies = staging.copied(few);
      let at = 0;
      let used = 0;
      const answers = parts.map(({ words }) => {
        const there = mapped.subarray(at, at + words);
        at += Math.ceil(words / 2) * 2;
        if (words > FEW_WORDS) {
          staging.shown = true;
          return there;
        }
        const copy = copies.subarray(used, used + words);
        used += words;
        copy.set(there);
        return copy;
      });
      if (!staging.shown) staging.buffer!.unmap();
      return answers;
    },
    get memoryBytes() {
      return turns.reduce((sum, { buffer }) => sum + (buffer?.size ?? 0), 0);
    },
    destroy() {
      for (const { buffer } of turns) buffer?.destroy();
    },
  };
}
