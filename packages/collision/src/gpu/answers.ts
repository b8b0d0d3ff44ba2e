// Results come back through staging memory. Few words are copied out of its mapping. Many words are
// handed over as views, for which it stays mapped: copying 64 MB out takes longer than the whole
// search.
import { guarded, storageBytes } from '@wayfield/gpu-core';
import { growingWords } from './growing.ts';

/** A part of a GPU buffer that comes back with an answer. */
export interface AnswerPart {
  readonly source: GPUBuffer;
  /** The first word. Default 0. */
  readonly from?: number;
  readonly words: number;
  /**
   * How many words of this part belong to the answer. Called with the words of the short parts
   * before this one, in order; a part is short if it has no `used` and at most FEW_WORDS words.
   * Default: all words.
   */
  readonly used?: (short: readonly Uint32Array[]) => number;
}

/** Submits work and reads words back by one map. */
export interface Answers {
  /**
   * Runs `record` before it returns, submits, and resolves to the words of the parts that `record`
   * names. Words of short parts (see `AnswerPart.used`) are the caller's. All others are valid
   * until `release`, or until the call after the next one begins. One call at a time.
   */
  run(
    what: string,
    record: (encoder: GPUCommandEncoder) => readonly AnswerPart[],
  ): Promise<readonly Uint32Array[]>;
  /** Unmaps staging memory, which ends all views. */
  release(): void;
  readonly memoryBytes: number;
  destroy(): void;
}

/**
 * A guess of how many entries the answer has, if the last answer had `last`: 1/128 and 256 more
 * (chosen), but at most `most`. The first map reads as many entries as guessed. If there are more,
 * a second map reads all.
 */
export function guessFrom(last: number, most: number): number {
  return Math.min(most, last + (last >>> 7) + 256);
}

const MAP_READ_COPY_DST = 0x0001 | 0x0008;
const MAP_MODE_READ = 1;
/**
 * Parts of at most this many words are copied. Longer ones become views, also where they exceed 64
 * MiB together and V8 collects garbage for some milliseconds: it counts a mapping as its own
 * memory, whether the words are copied out of it or not.
 */
const FEW_WORDS = 2 ** 14;

/**
 * Staging memory of answers. Two stagings take turns, so that an answer stays readable while the
 * next `run` goes on. The second `run` after it ends its views.
 */
interface AnswerStaging {
  readonly bytes: number;
  /** The buffer, with room for `bytes`. */
  reserve(bytes: number): GPUBuffer;
  /** The words of the parts of the mapped answer; unmaps it unless some are views. */
  read(parts: readonly AnswerPart[]): readonly Uint32Array[];
  /** Ends all views. */
  hide(): void;
  destroy(): void;
}

/** Parts lie one behind another in the mapping, at multiples of 8 bytes. */
const paddedBytes = (words: number): number => Math.ceil(words / 2) * 8;

function createAnswerStaging(device: GPUDevice): AnswerStaging {
  let buffer: GPUBuffer | undefined;
  /** Views on the mapping were handed over. */
  let shown = false;
  const copyRoom = growingWords();

  /** Returns a function that reads the first words of a part in the mapping, once per part. */
  function readerOf(parts: readonly AnswerPart[]): (part: number, words: number) => Uint32Array {
    const places: number[] = [];
    let bytes = 0;
    for (const { words } of parts) {
      places.push(bytes);
      bytes += paddedBytes(words);
    }
    // each range costs some microseconds, so up to 2 · FEW_WORDS words are read as one range
    const whole = bytes <= 8 * FEW_WORDS && new Uint32Array(buffer!.getMappedRange(0, bytes));
    return (part, words) => {
      if (whole) return whole.subarray(places[part] / 4, places[part] / 4 + words);
      if (words === 0) return new Uint32Array(0);
      return new Uint32Array(buffer!.getMappedRange(places[part], words * 4));
    };
  }

  return {
    get bytes() {
      return buffer?.size ?? 0;
    },
    reserve(bytes) {
      if (!buffer || buffer.size < bytes) {
        buffer?.destroy();
        // a quarter more, as far as one buffer may have it
        const roomy = Math.min(bytes * 1.25, device.limits.maxBufferSize - 16);
        const size = storageBytes(Math.ceil(Math.max(bytes, roomy) / 4));
        const label = 'collision answers';
        buffer = device.createBuffer({ label, size, usage: MAP_READ_COPY_DST });
      }
      return buffer;
    },
    read(parts) {
      const wordsOf = readerOf(parts);
      const short: Uint32Array[] = [];
      const lengths = parts.map(({ words, used }, i) => {
        if (used) return Math.min(words, used(short));
        if (words <= FEW_WORDS) short.push(wordsOf(i, words).slice());
        return words;
      });
      const copied = lengths.reduce((sum, words) => sum + (words > FEW_WORDS ? 0 : words), 0);
      const copies = copyRoom(copied);
      let nextShort = 0;
      let at = 0;
      const answer = parts.map(({ used }, i) => {
        const words = lengths[i];
        if (words > FEW_WORDS) {
          shown = true;
          return wordsOf(i, words);
        }
        if (!used) return short[nextShort++];
        const copy = copies.subarray(at, at + words);
        at += words;
        copy.set(wordsOf(i, words));
        return copy;
      });
      if (!shown) buffer!.unmap();
      return answer;
    },
    hide() {
      if (shown) buffer!.unmap();
      shown = false;
    },
    destroy() {
      buffer?.destroy();
      buffer = undefined;
      shown = false;
    },
  };
}

/** `failed` is called when a submission fails. None of the commands recorded for it took place. */
export function createAnswers(device: GPUDevice, failed: () => void): Answers {
  const stagings = [createAnswerStaging(device), createAnswerStaging(device)];
  let turn = 0;
  return {
    async run(what, record) {
      turn = 1 - turn;
      const staging = stagings[turn];
      staging.hide();
      let parts: readonly AnswerPart[] = [];
      let bytes = 0;
      const submitted = guarded(device, what, () => {
        const encoder = device.createCommandEncoder({ label: what });
        parts = record(encoder);
        for (const { words } of parts) bytes += paddedBytes(words);
        const back = bytes > 0 ? staging.reserve(bytes) : undefined;
        let at = 0;
        for (const { source, from = 0, words } of parts) {
          if (words > 0) encoder.copyBufferToBuffer(source, from * 4, back!, at, words * 4);
          at += paddedBytes(words);
        }
        device.queue.submit([encoder.finish()]);
        // mapped together with the submission, so that one round trip is enough
        return back?.mapAsync(MAP_MODE_READ, 0, bytes);
      });
      await submitted.catch((error: unknown) => {
        // the buffer may lack memory, and may be mapped or not
        staging.destroy();
        failed();
        throw error;
      });
      return bytes === 0 ? parts.map(() => new Uint32Array(0)) : staging.read(parts);
    },
    release() {
      for (const staging of stagings) staging.hide();
    },
    get memoryBytes() {
      return stagings.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    destroy() {
      for (const staging of stagings) staging.destroy();
    },
  };
}
