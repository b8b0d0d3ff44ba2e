// Results come back through staging memory that stays mapped: few words are copied out, many are handed
// over where they are. Copying 64 MB out of a mapping takes longer than all the rest of a search together.
import { guarded, storageBytes } from '@wayfield/gpu';
import { growingWords } from './growing.ts';

/** A part of a GPU buffer that comes back with an answer. */
export interface AnswerPart {
  readonly source: GPUBuffer;
  /** The first word. Default 0. */
  readonly from?: number;
  readonly words: number;
  /** How many of a long part there turned out to be, by the short parts before it. Default: all. */
  readonly used?: (short: readonly Uint32Array[]) => number;
}

/** Submits work and reads words back by one map. */
export interface Answers {
  /**
   * Runs `record` at once, submits, and resolves to the words of the parts it returns. Long ones are views,
   * valid until `release`, or while the next call is under way and until the one after that. One call at
   * a time.
   */
  run(
    what: string,
    record: (encoder: GPUCommandEncoder) => readonly AnswerPart[],
  ): Promise<readonly Uint32Array[]>;
  /** Ends all views. */
  release(): void;
  readonly memoryBytes: number;
  destroy(): void;
}

/** How many entries to read where there were `last` the last time: a few more. */
export function guessFrom(last: number, most: number): number {
  return Math.min(most, last + (last >>> 7) + 256);
}

const MAP_READ_COPY_DST = 0x0001 | 0x0008;
const MAP_MODE_READ = 1;
/** Parts of up to so many words are copied. */
const FEW_WORDS = 2 ** 14;
/**
 * V8 counts mappings as memory of its own, and collects garbage whenever they grew by 64 MiB: some
 * milliseconds. A little less, for what else there is.
 */
const VIEWED_WORDS = (2 ** 26 - 2 ** 17) / 4;

/** Which parts stay where they are: all long ones, or only the longest where the others make them too many. */
function chooseViews(lengths: readonly number[]): readonly boolean[] {
  const long = lengths.map((words) => words > FEW_WORDS);
  const all = lengths.reduce((sum, words) => sum + (words > FEW_WORDS ? words : 0), 0);
  const longest = Math.max(0, ...lengths);
  if (all <= VIEWED_WORDS || longest > VIEWED_WORDS) return long;
  return lengths.map((words) => words === longest);
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
  function hide(staging: Staging): void {
    if (staging.shown) staging.buffer!.unmap();
    staging.shown = false;
  }

  /** The parts, which lie one after the other in the mapped memory, at multiples of 8 bytes. */
  function readParts(staging: Staging, parts: readonly AnswerPart[]): readonly Uint32Array[] {
    const buffer = staging.buffer!;
    const places: number[] = [];
    let bytes = 0;
    for (const { words } of parts) {
      places.push(bytes);
      bytes += Math.ceil(words / 2) * 8;
    }
    // every range costs some microseconds: of few words one does
    const whole = bytes <= 8 * FEW_WORDS && new Uint32Array(buffer.getMappedRange(0, bytes));
    const there = (i: number, words: number): Uint32Array => {
      if (whole) return whole.subarray(places[i] / 4, places[i] / 4 + words);
      return words > 0
        ? new Uint32Array(buffer.getMappedRange(places[i], words * 4))
        : new Uint32Array(0);
    };
    const short: Uint32Array[] = [];
    const lengths = parts.map(({ words, used }, i) => {
      if (used) return Math.min(words, used(short));
      if (words <= FEW_WORDS) short.push(there(i, words).slice());
      return words;
    });
    const views = chooseViews(lengths);
    const copied = lengths.reduce((sum, words, i) => sum + (views[i] ? 0 : words), 0);
    const copies = staging.copied(copied);
    let shown = 0;
    let at = 0;
    return parts.map(({ used }, i) => {
      const words = lengths[i];
      if (views[i]) {
        staging.shown = true;
        return there(i, words);
      }
      if (!used && words <= FEW_WORDS) return short[shown++];
      const copy = copies.subarray(at, at + words);
      at += words;
      copy.set(there(i, words));
      return copy;
    });
  }

  return {
    async run(what, record) {
      turn = 1 - turn;
      const staging = turns[turn];
      hide(staging);
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
      const answers = readParts(staging, parts);
      if (!staging.shown) staging.buffer!.unmap();
      return answers;
    },
    release() {
      for (const staging of turns) hide(staging);
    },
    get memoryBytes() {
      return turns.reduce((sum, { buffer }) => sum + (buffer?.size ?? 0), 0);
    },
    destroy() {
      for (const { buffer } of turns) buffer?.destroy();
    },
  };
}
