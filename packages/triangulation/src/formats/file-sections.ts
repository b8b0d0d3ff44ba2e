import { refuse } from '../common/refuse.ts';

// The bytes of a mesh file: one buffer with a header of sixteen words, then arrays, each at a
// multiple of 16 bytes. Which words and arrays: mesh-file.ts.

export type View =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Uint16Array
  | Uint8Array;
type ViewType =
  | Float64ArrayConstructor
  | Float32ArrayConstructor
  | Int32ArrayConstructor
  | Uint32ArrayConstructor
  | Uint16ArrayConstructor
  | Uint8ArrayConstructor;
/** An array of a file; arrays lie in the buffer in the order of the list. */
export type Section = readonly [name: string, type: ViewType, length: number];

export const HEADER_WORDS = 16;
/** The word of the checksum, which covers all other words. */
export const W_CHECKSUM = 6;

const padded = (bytes: number): number => Math.ceil(bytes / 16) * 16;

/** Bytes of the whole file, exact also for sizes that no memory can hold. */
function byteLengthOf(sections: readonly Section[]): number {
  return sections.reduce(
    (sum, [, type, length]) => sum + padded(length * type.BYTES_PER_ELEMENT),
    4 * HEADER_WORDS,
  );
}

function viewsOf(
  buffer: ArrayBufferLike,
  start: number,
  sections: readonly Section[],
): Record<string, View> {
  const views: Record<string, View> = {};
  let at = start + 4 * HEADER_WORDS;
  for (const [name, type, length] of sections) {
    views[name] = new type(buffer as ArrayBuffer, at, length);
    at += padded(length * type.BYTES_PER_ELEMENT);
  }
  return views;
}

/**
 * Continues the checksum `begun` over further words, as in graph files. Each step is one-to-one in
 * the sum and in the word, so a change of a single word always changes the checksum.
 */
function mixWords(words: Uint32Array, begun: number = 0): number {
  let sum = begun;
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ words[i], 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

/** The checksum of all words of a file but the word that holds it. */
function checksum(words: Uint32Array): number {
  return mixWords(words.subarray(W_CHECKSUM + 1), mixWords(words.subarray(0, W_CHECKSUM)));
}

/** Writes a file: the given words of the header, then the arrays, by name. */
export function writeSections(
  header: readonly (number | undefined)[],
  sections: readonly Section[],
  arrays: Readonly<Record<string, View>>,
): Uint8Array {
  const buffer = new ArrayBuffer(byteLengthOf(sections));
  const views = viewsOf(buffer, 0, sections);
  // one class on both sides
  for (const [name] of sections) (views[name] as Uint8Array).set(arrays[name] as Uint8Array);
  const words = new Uint32Array(buffer);
  header.forEach((word, i) => (words[i] = word ?? 0));
  words[W_CHECKSUM] = checksum(words);
  return new Uint8Array(buffer);
}

/** A file whose magic number, version and byte order are right. */
export interface OpenFile {
  readonly header: Uint32Array;
  /** Checks length and checksum and returns views on the arrays. */
  read(sections: readonly Section[]): Record<string, View>;
}

/**
 * Opens a file: works on the bytes themselves if they start at a multiple of 8 in their buffer,
 * else on a copy. Throws RangeError for bytes that are shorter than a header, and for a wrong magic
 * number, version or byte order: the words of `mark`.
 */
export function openFile(
  source: ArrayBufferLike | ArrayBufferView,
  mark: readonly number[],
): OpenFile {
  const length = source?.byteLength;
  if (!(length >= 4 * HEADER_WORDS)) refuse('byteLength', length, `at least ${4 * HEADER_WORDS}`);
  let [buffer, start] = ArrayBuffer.isView(source)
    ? [source.buffer, source.byteOffset]
    : [source, 0];
  if (start % 8) [buffer, start] = [buffer.slice(start, start + length), 0];
  const header = new Uint32Array(buffer, start, HEADER_WORDS);
  mark.forEach((word, i) => {
    const expected = i === 1 ? `${word} (the version)` : word;
    if (header[i] !== word) refuse(`header[${i}]`, header[i], expected);
  });
  return {
    header,
    read(sections) {
      const bytes = byteLengthOf(sections);
      if (length !== bytes) refuse('byteLength', length, bytes);
      const sum = checksum(new Uint32Array(buffer, start, bytes / 4));
      if (header[W_CHECKSUM] !== sum) refuse('checksum', header[W_CHECKSUM], sum);
      return viewsOf(buffer, start, sections);
    },
  };
}
