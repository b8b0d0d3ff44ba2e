// The checks of the arguments of all entry points. Rules are marked as pure, so that a bundler
// drops the ones that are not used.

import {
  callback,
  checkOptions,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  type OptionRules,
  type Rule,
  rule,
  typed,
  whole,
} from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { checkArray, checkNumbers, refuse } from './refuse.ts';

const finite: Rule = /* @__PURE__ */ number();
const count: Rule = /* @__PURE__ */ whole();
const floats: Rule = /* @__PURE__ */ typed(Float64Array);
const words: Rule = /* @__PURE__ */ typed(Uint32Array);
const whole32: Rule = /* @__PURE__ */ typed(Int32Array);

const isBuffer = (value: unknown): boolean =>
  ArrayBuffer.isView(value) ||
  ['[object ArrayBuffer]', '[object SharedArrayBuffer]'].includes(
    Object.prototype.toString.call(value),
  );
/** Bytes of a file. */
export const bytes: Rule = /* @__PURE__ */ rule('an ArrayBuffer or a view of one', isBuffer);

export const polygonMesh: Rule = /* @__PURE__ */ object(
  {
    vertexCount: count,
    polygonCount: count,
    x: floats,
    y: floats,
    firstSide: words,
    corner: words,
    twin: words,
  },
  'a PolygonMesh',
);

export const reductionRule: Rule = /* @__PURE__ */ object(
  {
    triangleCount: count,
    level: /* @__PURE__ */ typed(Uint8Array),
    structure: words,
    exit: words,
    position: words,
    passWidth: floats,
  },
  'a Reduction',
);

export const triangulationRule: Rule = /* @__PURE__ */ object(
  {
    vertexCount: count,
    triangleCount: count,
    x: floats,
    y: floats,
    corner: whole32,
    depth: whole32,
  },
  'a Triangulation',
);

export const navMesh: Rule = /* @__PURE__ */ object(
  { triangulation: triangulationRule, follow: callback },
  'a NavMesh',
);

const eitherMesh: Rule = /* @__PURE__ */ object({}, 'a PolygonMesh or NavMesh');

/**
 * Throws TypeError unless `mesh` is a `PolygonMesh` or a `NavMesh`, and RangeError for a
 * `PolygonMesh` whose arrays do not agree (`checkMeshArrays`).
 */
export function checkEitherMesh(mesh: unknown): void {
  eitherMesh(mesh, 'mesh');
  if ('triangulation' in (mesh as object)) navMesh(mesh, 'mesh');
  else checkMeshArrays(mesh as PolygonMesh);
}

/**
 * The largest size of a coordinate of a `PolygonMesh`: products of five lengths do not overflow.
 * Squares of larger coordinates would, and lengths would be infinite. The hull of a `NavMesh` has
 * coordinates up to 1.25e50.
 */
const MOST_SIZE = 1e60;

/**
 * Throws unless the arrays of a `PolygonMesh` are of their classes, have the lengths that
 * `PolygonMesh` says, and hold coordinates up to `MOST_SIZE` and numbers of sides and vertices of
 * the mesh. Kernels read and write by these numbers, unchecked. Linear time: a few nanoseconds per
 * side.
 */
export function checkMeshArrays(mesh: PolygonMesh): void {
  polygonMesh(mesh, 'mesh');
  const { vertexCount, polygonCount, x, y, firstSide, corner, twin } = mesh;
  const sideCount = corner.length;
  checkArray(x, Float64Array, vertexCount, 'x');
  checkArray(y, Float64Array, vertexCount, 'y');
  checkArray(firstSide, Uint32Array, polygonCount + 1, 'firstSide');
  checkArray(twin, Uint32Array, sideCount, 'twin');
  checkNumbers(x, 'x', -Infinity, MOST_SIZE);
  checkNumbers(y, 'y', -Infinity, MOST_SIZE);
  if (firstSide[0] !== 0) refuse('firstSide[0]', firstSide[0], 0);
  for (let p = 0; p < polygonCount; p++)
    if (firstSide[p + 1] < firstSide[p])
      refuse(`firstSide[${p + 1}]`, firstSide[p + 1], `at least ${firstSide[p]}`);
  if (firstSide[polygonCount] !== sideCount)
    refuse(`firstSide[${polygonCount}]`, firstSide[polygonCount], sideCount);
  for (let s = 0; s < sideCount; s++) {
    if (!(corner[s] < vertexCount)) refuse(`corner[${s}]`, corner[s], `below ${vertexCount}`);
    if (!(twin[s] < sideCount || twin[s] === NONE))
      refuse(`twin[${s}]`, twin[s], `below ${sideCount}, or NONE`);
  }
}

export const sleeveRule: Rule = /* @__PURE__ */ object(
  { count, leftX: floats, leftY: floats, rightX: floats, rightY: floats },
  'a Sleeve',
);

export const gridRule: Rule = /* @__PURE__ */ object(
  {
    width: /* @__PURE__ */ whole(1),
    height: /* @__PURE__ */ whole(1),
    cost: /* @__PURE__ */ typed(Float32Array),
  },
  'a Grid',
);

export const meshContent: Rule = /* @__PURE__ */ object(
  {
    triangulation: /* @__PURE__ */ optional(triangulationRule),
    mesh: /* @__PURE__ */ optional(polygonMesh),
    reduction: /* @__PURE__ */ optional(reductionRule),
  },
  'MeshContent',
);

const RULES: Readonly<Record<string, OptionRules>> = {
  createNavMesh: {
    obstacles: list,
    walls: list,
    boundary: list,
    snap: /* @__PURE__ */ number(Number.MIN_VALUE),
  },
  buildPolygonMesh: { merge: flag },
  loadObj: {
    up: /* @__PURE__ */ oneOf('x', 'y', 'z'),
    project: flag,
    maxSlope: /* @__PURE__ */ number(0, 90),
    snap: /* @__PURE__ */ number(Number.MIN_VALUE),
    overlaps: /* @__PURE__ */ oneOf('refuse', 'join'),
  },
};

/** Checks options by the rules `name`. */
export function check(name: string, options: unknown): void {
  checkOptions(name, options, RULES[name]);
}

/** Throws for the first number that is not finite, with its name. */
export function checkNumbersOf(values: Readonly<Record<string, unknown>>): void {
  for (const name in values) finite(values[name], name);
}
