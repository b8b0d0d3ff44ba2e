import { storageBuffer } from '@wayfield/gpu-core';
import { FREE, NONE } from '../../constants.ts';
import type { Bodies } from '../../types.ts';
import type { ParamName } from '../grid/grid.wgsl.ts';

/** The arrays of `Bodies` that the GPU holds, in their order in the buffer. */
export const BODY_ARRAYS = [
  'x',
  'y',
  'z',
  'radius',
  'extentX',
  'extentY',
  'extentZ',
  'group',
  'mask',
  'kind',
  'shape',
  'fixed',
] as const;

/** An array of `Bodies` that kernels read. */
export type BodyArray = (typeof BODY_ARRAYS)[number];

/** Where each array of `capacity` entries starts, in words; NONE: absent. */
export interface BodyLayout {
  readonly capacity: number;
  readonly words: number;
  readonly first: Readonly<Record<BodyArray & ParamName, number>>;
}

export function bodyLayout(bodies: Bodies): BodyLayout {
  const capacity = Math.max(4, Math.ceil(bodies.capacity / 4) * 4);
  const first = {} as Record<BodyArray, number>;
  let words = 0;
  for (const name of BODY_ARRAYS) {
    const array = bodies[name];
    first[name] = array ? words : NONE;
    if (!array) continue;
    // every array starts at a multiple of 16 bytes
    const entries = array.BYTES_PER_ELEMENT === 1 ? capacity / 4 : capacity;
    words += Math.ceil(entries / 4) * 4;
  }
  return { capacity, words, first };
}

export function sameLayout(a: BodyLayout, b: BodyLayout): boolean {
  return a.capacity === b.capacity && BODY_ARRAYS.every((name) => a.first[name] === b.first[name]);
}

export function bodyBuffer(device: GPUDevice, label: string, layout: BodyLayout): GPUBuffer {
  return storageBuffer(device, label, layout.words);
}

/** The words of `Params` that say where the arrays are. */
export function layoutParams(layout: BodyLayout): Partial<Record<ParamName, number>> {
  return layout.first;
}

/** A part of one array: one span of its slots. */
export interface BodyRange {
  /** Where the part is in the buffer, in bytes; a multiple of 4, as is `bytes`. */
  readonly first: number;
  readonly bytes: number;
  /** From `first` to where the next array starts, in bytes. */
  readonly room: number;
  /** The bytes of the part, up to 3 fewer than `bytes`. */
  readonly source: Uint8Array;
}

/** The arrays in `changed`, or all arrays, as bits in the order of BODY_ARRAYS. */
export function arrayBits(changed: ReadonlySet<BodyArray> | undefined): number {
  let bits = 0;
  BODY_ARRAYS.forEach((name, i) => {
    if (!changed || changed.has(name)) bits |= 1 << i;
  });
  return bits;
}

/** A run of slots: `from` to `to` − 1. */
export type Span = readonly [from: number, to: number];

/** Spans start at multiples of this, so at multiples of 4 bytes in every array. */
const SPAN_SLOTS = 1024;
/**
 * With more spans than this, one span has all slots: each span costs a copy per array. Chosen, not
 * measured.
 */
const MOST_SPANS = 32;

/** Few spans of slots that hold all live bodies that are not fixed; they may hold others too. */
export function movingSpans({ end, fixed, kind }: Bodies): readonly Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < end; from += SPAN_SLOTS) {
    const to = Math.min(end, from + SPAN_SLOTS);
    let slot = from;
    while (slot < to && (fixed?.[slot] === 1 || kind[slot] === FREE)) slot++;
    if (slot === to) continue;
    const last = spans.at(-1);
    if (last && last[1] === from) spans[spans.length - 1] = [last[0], to];
    else spans.push([from, to]);
  }
  return spans.length > MOST_SPANS ? [[0, end]] : spans;
}

/** The used parts of the arrays in `changed`, or of all arrays; only those of `spans`. */
export function bodyRanges(
  layout: BodyLayout,
  bodies: Bodies,
  changed: ReadonlySet<BodyArray> | undefined,
  spans: readonly Span[] = [[0, bodies.end]],
): readonly BodyRange[] {
  const ranges: BodyRange[] = [];
  for (const name of BODY_ARRAYS) {
    const array = bodies[name];
    if (!array || bodies.end === 0 || (changed && !changed.has(name))) continue;
    const each = array.BYTES_PER_ELEMENT;
    for (const [from, to] of spans) {
      const used = (to - from) * each;
      const rest = Math.ceil((layout.capacity * each) / 16) * 16;
      ranges.push({
        first: layout.first[name] * 4 + from * each,
        bytes: Math.ceil(used / 4) * 4,
        room: rest - from * each,
        source: new Uint8Array(array.buffer, array.byteOffset + from * each, used),
      });
    }
  }
  return ranges;
}
