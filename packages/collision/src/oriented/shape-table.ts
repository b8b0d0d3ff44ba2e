import {
  listOf,
  number,
  object,
  oneOf,
  optional,
  positive,
  refuse,
  type Rule,
  typed,
  whole,
} from '@wayfield/check';
import { ENCLOSING } from './layout.ts';

/** Most corners of a polygon. A choice, which bounds the work of a test: 2 · 32 · 32 products. */
export const MOST_CORNERS = 32;
/** Most shapes of a table: entries are 16 bits. */
const MOST_SHAPES = 2 ** 16;
/** Sizes are between these: squares of their sums stay within the normal numbers of f32. */
const LEAST_SIZE = 2 ** -40;
const LARGEST_SIZE = 2 ** 40;
/**
 * Sides shorter than this share of the enclosing radius are refused, and corners whose sine is
 * below it: rounding would decide where their normals point.
 */
const LEAST_SHARE = 2 ** -20;
/**
 * The broad phase takes enclosing radii larger by this factor. It covers the rounding of the broad
 * phase's test in f32, 2^-22, and the gaps that count as touching, 2^-40.
 */
const ENLARGED = 1 + 2 ** -20;

/** A shape about its own origin, where the position of the body will be. */
export type Outline =
  /** A disc or a ball. */
  | { readonly radius: number }
  /** A box: half its sizes along its own axes, two or three numbers. */
  | { readonly half: readonly number[] }
  /** A convex polygon, 2D only: 3 to 32 corners x, y in either order around it. */
  | { readonly corners: readonly (readonly number[])[] };

/** Shapes that bodies refer to by number. */
export interface ShapeTable {
  readonly dimensions: 2 | 3;
  /** Shapes. */
  readonly count: number;
  /** The enclosing radius of each shape about its origin, as the broad phase takes it. */
  readonly reach: Float32Array;
  /** Where the record of each shape begins in `records`. */
  readonly first: Uint32Array;
  /** The records that the kernels read. Their fields are listed in `src/oriented/layout.ts`. */
  readonly records: Float64Array;
}

const dimensionsRule: Rule = /* @__PURE__ */ oneOf(2, 3);
const numbers: Rule = /* @__PURE__ */ listOf(/* @__PURE__ */ number());
const outlinesRule: Rule = /* @__PURE__ */ listOf(
  /* @__PURE__ */ object(
    {
      radius: /* @__PURE__ */ optional(positive),
      half: /* @__PURE__ */ optional(numbers),
      corners: /* @__PURE__ */ optional(/* @__PURE__ */ listOf(numbers)),
    },
    'an Outline',
  ),
);
/** A table, as `buildShapes` makes it. */
export const aTable: Rule = /* @__PURE__ */ object(
  {
    dimensions: dimensionsRule,
    count: /* @__PURE__ */ whole(1, MOST_SHAPES),
    reach: /* @__PURE__ */ typed(Float32Array),
    first: /* @__PURE__ */ typed(Uint32Array),
    records: /* @__PURE__ */ typed(Float64Array),
  },
  'a ShapeTable',
);

/**
 * Corner k of a polygon: a point, the outward unit normal of the side that begins there, and the
 * offset of the side along its normal.
 */
type Corner = readonly [x: number, y: number, normalX: number, normalY: number, offset: number];

/**
 * A table of shapes. Throws RangeError for a polygon that is not convex, has no area, or has sides
 * of at most 2^-20 of its enclosing radius, and for sizes or enclosing radii below 2^-40 or above
 * 2^40. A box in 2D counts as a polygon.
 *
 * @example
 * const shapes = buildShapes(2, [
 *   { radius: 0.3 },
 *   { half: [2, 1] },
 *   { corners: [[0, 1], [-1, -1], [1, -1]] },
 * ]);
 * console.log(shapes.count); // 3
 */
export function buildShapes(dimensions: 2 | 3, outlines: readonly Outline[]): ShapeTable {
  dimensionsRule(dimensions, 'dimensions');
  outlinesRule(outlines, 'outlines');
  if (outlines.length < 1 || outlines.length > MOST_SHAPES) {
    refuse('outlines.length', outlines.length, `1 to ${MOST_SHAPES}`);
  }
  const first: number[] = [];
  const records: number[] = [];
  const reach = outlines.map((outline, i) => {
    first.push(records.length);
    const record = recordOf(dimensions, outline, `outlines[${i}]`);
    records.push(...record);
    return Math.fround(record[ENCLOSING] * ENLARGED);
  });
  return {
    dimensions,
    count: outlines.length,
    reach: Float32Array.from(reach),
    first: Uint32Array.from(first),
    records: Float64Array.from(records),
  };
}

function recordOf(dimensions: 2 | 3, outline: Outline, name: string): readonly number[] {
  const { radius, half, corners } = outline as Record<string, unknown> & {
    radius?: number;
    half?: readonly number[];
    corners?: readonly (readonly number[])[];
  };
  const given = [radius, half, corners].filter((field) => field !== undefined).length;
  if (given !== 1) refuse(name, outline, 'one of radius, half and corners');
  if (radius !== undefined) {
    checkSize(radius, `${name}.radius`);
    return [0, radius, radius];
  }
  if (half !== undefined) {
    if (half.length !== dimensions) refuse(`${name}.half`, half, `${dimensions} numbers`);
    half.forEach((size, axis) => checkSize(size, `${name}.half[${axis}]`));
    if (dimensions === 3) return [1, 0, Math.hypot(...half), ...half];
    const [x, y] = half;
    const right = [x, -y];
    const top = [x, y];
    return polygonRecord([[-x, -y], right, top, [-x, y]], `${name}.half`);
  }
  if (dimensions === 3) refuse(`${name}.corners`, corners, 'none in 3D: polygons are for 2D');
  return polygonRecord(corners!, `${name}.corners`);
}

function checkSize(size: number, name: string): void {
  if (!(size >= LEAST_SIZE && size <= LARGEST_SIZE))
    refuse(name, size, 'a size from 2^-40 to 2^40');
}

function polygonRecord(given: readonly (readonly number[])[], name: string): readonly number[] {
  const count = given.length;
  if (count < 3 || count > MOST_CORNERS) {
    refuse(`${name}.length`, count, `3 to ${MOST_CORNERS} corners`);
  }
  given.forEach((corner, i) => {
    if (corner.length !== 2) refuse(`${name}[${i}]`, corner, 'two numbers');
  });
  const enclosing = Math.max(...given.map(([x, y]) => Math.hypot(x, y)));
  checkSize(enclosing, `${name}: the enclosing radius`);
  const counter = signedArea(given) > 0 ? given : given.toReversed();
  const corners = counter.map((corner, i): Corner => {
    const [x, y] = corner;
    const [nextX, nextY] = counter[(i + 1) % count];
    const length = Math.hypot(nextX - x, nextY - y);
    if (!(length > LEAST_SHARE * enclosing)) {
      refuse(name, given, `sides longer than 2^-20 of the enclosing radius`);
    }
    const [normalX, normalY] = [(nextY - y) / length, (x - nextX) / length];
    return [x, y, normalX, normalY, normalX * x + normalY * y];
  });
  corners.forEach(([, , normalX, normalY, offset], i) => {
    const [, , nextX, nextY] = corners[(i + 1) % count];
    const turns = normalX * nextY - normalY * nextX > LEAST_SHARE;
    // up to 2^-40 of the enclosing radius outside is rounding
    const inside = corners.every(
      ([x, y]) => normalX * x + normalY * y - offset <= LEAST_SHARE ** 2 * enclosing,
    );
    if (!turns || !inside)
      refuse(name, given, 'a convex polygon with an area, without straight corners');
  });
  return [count, 0, enclosing, ...corners.flat()];
}

function signedArea(corners: readonly (readonly number[])[]): number {
  return corners.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length];
    return sum + x * nextY - y * nextX;
  }, 0);
}
