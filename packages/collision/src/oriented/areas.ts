// Which oriented bodies an area touches. Areas are discs, balls and axis-aligned boxes. The broad
// phase finds the bodies whose enclosing circles touch a slightly larger area. The test of touch.ts
// decides, in f64 on the calling thread, so all backends find the same bodies.
import { refuse } from '@wayfield/check';
import { BOX, CIRCLE, LARGEST, NONE } from '../constants.ts';
import { capacityOf, checkExploreQueries, copyQueries } from '../lists/check-queries.ts';
import { mayBeFound } from '../bodies/filter.ts';
import { packLists } from '../lists/pack-lists.ts';
import type { ExploreQueries, Lists, ResultOptions } from '../types.ts';
import { CORNER_WORDS, ENCLOSING, HEAD_WORDS, poseWords } from './layout.ts';
import type { Taken } from './take.ts';
import { shapesTouch, TOUCHING } from './touch.ts';

/**
 * Covers the rounding of the broad phase, whose test in f32 errs by 2^-22 of both radii, and the
 * gaps that count as touching, 2^-40. `buildShapes` enlarges the enclosing radii of bodies.
 */
const WIDENED = 1 + 2 ** -16;
/**
 * Corners of a box in 2D as factors of half its size (x, y), counter-clockwise, each with the
 * outward normal (x, y) of the side that begins there.
 */
const CORNERS = [
  [-1, -1, 0, -1],
  [1, -1, 1, 0],
  [1, 1, 0, 1],
  [-1, 1, -1, 0],
] as const;

/** Queries as the caller gave them, and larger ones for the broad phase: copies. */
export interface TakenQueries {
  readonly exact: ExploreQueries;
  readonly wide: ExploreQueries;
}

/** Throws RangeError for values out of range, and for areas that are no discs and no boxes. */
export function takeQueries(queries: ExploreQueries, dimensions: 2 | 3): TakenQueries {
  checkExploreQueries(queries, dimensions);
  const { count, shape } = queries;
  for (let i = 0; i < count; i++) {
    const code = shape?.[i] ?? CIRCLE;
    if (code !== CIRCLE && code !== BOX) {
      refuse(`queries.shape[${i}]`, code, 'CIRCLE or BOX: oriented bodies are found by these');
    }
  }
  const exact = copyQueries(queries);
  const larger = (array: Float32Array | undefined): Float32Array | undefined =>
    array?.map((value) => Math.min(LARGEST, value * WIDENED));
  const wide: Record<string, unknown> = { ...exact };
  for (const name of ['radius', 'extentX', 'extentY', 'extentZ'] as const) {
    if (exact[name]) wide[name] = larger(exact[name]);
  }
  return { exact, wide: wide as unknown as ExploreQueries };
}

/** What the broad phase is asked for: all bodies, in rising order. */
export const WIDE_OPTIONS: ResultOptions = { canonical: true, capacity: Infinity };

/** Keeps the bodies that touch the areas. `found`: rows of the broad phase. */
export function keepTouching(
  taken: Taken,
  { exact }: TakenQueries,
  found: Lists,
  options: ResultOptions,
): Lists {
  const test = createAreaTest(taken);
  const rows = Array.from({ length: exact.count }, (_, i) => {
    test.setArea(exact, i);
    const row = found.slots.subarray(found.first[i], found.first[i + 1]);
    return Array.from(row).filter((slot) => test.touches(slot));
  });
  return packLists(rows, capacityOf(options));
}

/** The bodies that touch the areas, without a broad phase. */
export function searchAll(taken: Taken, { exact }: TakenQueries, options: ResultOptions): Lists {
  const test = createAreaTest(taken);
  const { bodies } = taken;
  const rows = Array.from({ length: exact.count }, (_, i) => {
    test.setArea(exact, i);
    const mask = exact.mask?.[i] ?? 0xffffffff;
    const self = exact.self?.[i] ?? NONE;
    return Array.from({ length: bodies.end }, (_slot, slot) => slot).filter(
      (slot) => slot !== self && mayBeFound(bodies, slot, mask) && test.touches(slot),
    );
  });
  return packLists(rows, capacityOf(options));
}

interface AreaTest {
  /** The area that the following calls of `touches` test. */
  setArea(queries: ExploreQueries, i: number): void;
  /** Whether the body of a slot touches the area. */
  touches(slot: number): boolean;
}

/** A test with the record of an area behind those of the table, and two poses: area and body. */
function createAreaTest({ shapes, entry, poses }: Taken): AreaTest {
  const { dimensions, first } = shapes;
  const words = poseWords(dimensions);
  const flat = dimensions === 2;
  const own = shapes.records.length;
  const records = new Float64Array(own + HEAD_WORDS + CORNERS.length * CORNER_WORDS);
  records.set(shapes.records);
  const pair = new Float64Array(2 * words);
  return {
    setArea(queries, i) {
      records.set(areaRecord(queries, i, flat), own);
      pair[0] = queries.x[i];
      pair[1] = queries.y[i];
      // not turned: cosine 1, or the unit matrix
      if (flat) pair[2] = 1;
      else pair.set([queries.z![i], 1, 0, 0, 0, 1, 0, 0, 0, 1], 2);
    },
    touches(slot) {
      for (let word = 0; word < words; word++) pair[words + word] = poses[slot * words + word];
      const B = first[entry[slot]];
      const limit = TOUCHING * (records[own + ENCLOSING] + records[B + ENCLOSING]);
      return shapesTouch({ records, poses: pair, A: own, B, a: 0, b: words, limit }, flat);
    },
  };
}

/** The record of area `i`: src/oriented/layout.ts. */
function areaRecord(queries: ExploreQueries, i: number, flat: boolean): readonly number[] {
  if ((queries.shape?.[i] ?? CIRCLE) === CIRCLE) {
    const radius = queries.radius?.[i] ?? 0;
    return [0, radius, radius];
  }
  const x = queries.extentX?.[i] ?? 0;
  const y = queries.extentY?.[i] ?? 0;
  const z = queries.extentZ?.[i] ?? 0;
  if (!flat) return [1, 0, Math.hypot(x, y, z), x, y, z];
  const corners = CORNERS.flatMap(([cornerX, cornerY, normalX, normalY]) => [
    cornerX * x,
    cornerY * y,
    normalX,
    normalY,
    normalX === 0 ? y : x,
  ]);
  return [CORNERS.length, 0, Math.hypot(x, y), ...corners];
}
