// For tests and comparisons: the linear programs alone. No part of the stable API.
import { checkLength, object, refuse, type Rule, typed } from '@wayfield/check';
import { openKernels } from '@wayfield/wasm';
import {
  BATCH_BYTES,
  type Kernels,
  KERNELS_BASE64,
  LINE_LIMIT,
  PROGRAM_BYTES,
} from './kernels.gen.ts';

/** The largest number of half-planes of one program: 64. */
export const MOST_HALF_PLANES: number = LINE_LIMIT;

/**
 * Linear programs: program p has the half-planes `first[p]` to `first[p + 1]` − 1, the first
 * `walls[p]` of them hard. Half-plane h is n · v >= c with the unit normal n = (`halfPlanes[3 h]`,
 * `halfPlanes[3 h + 1]`) and c = `halfPlanes[3 h + 2]`.
 */
export interface Programs {
  readonly count: number;
  /** `count` + 1 entries, ascending. */
  readonly first: Uint32Array;
  readonly walls: Uint8Array;
  readonly halfPlanes: Float64Array;
  /** x, y of each program: at most `maxSpeed` long, which is not checked. */
  readonly preferred: Float64Array;
  readonly maxSpeed: Float64Array;
}

/** The answers to programs. */
export interface ProgramAnswers {
  /** x, y of each program. */
  readonly velocity: Float64Array;
  /** 0: feasible. 1: half-planes of agents were relaxed. 2: half-planes of walls too. */
  readonly relaxed: Uint8Array;
}

const somePrograms: Rule = /* @__PURE__ */ object(
  {
    first: /* @__PURE__ */ typed(Uint32Array),
    walls: /* @__PURE__ */ typed(Uint8Array),
    halfPlanes: /* @__PURE__ */ typed(Float64Array),
    preferred: /* @__PURE__ */ typed(Float64Array),
    maxSpeed: /* @__PURE__ */ typed(Float64Array),
  },
  'Programs',
);

/**
 * Solves linear programs as a crowd does. The answer to each is the velocity nearest to the
 * preferred one within `maxSpeed` and all half-planes, after those that are not hard were relaxed
 * by the least amount d >= 0 that makes the program feasible: n · v >= c − d. If the hard ones
 * alone are infeasible, they are relaxed first, by the least amount. Normals may have the rounding
 * of f32: such half-planes are divided by the length of their normal. Throws RangeError for arrays
 * of wrong lengths, and for normals whose length differs from 1 by 1e-6 or more.
 *
 * @example
 * const { velocity } = solvePrograms({
 *   count: 1,
 *   first: Uint32Array.of(0, 1),
 *   walls: Uint8Array.of(0),
 *   halfPlanes: Float64Array.of(-1, 0, 0), // v.x <= 0
 *   preferred: Float64Array.of(1, 1),
 *   maxSpeed: Float64Array.of(2),
 * });
 * console.log(velocity.join()); // 0,1
 */
export function solvePrograms(programs: Programs): ProgramAnswers {
  somePrograms(programs, 'programs');
  const { count, first, walls, halfPlanes, preferred, maxSpeed } = programs;
  checkLength(first, count + 1, 'programs.first');
  checkLength(walls, count, 'programs.walls');
  checkLength(preferred, 2 * count, 'programs.preferred');
  checkLength(maxSpeed, count, 'programs.maxSpeed');
  for (let program = 0; program < count; program++) {
    const lines = first[program + 1] - first[program];
    if (!(lines >= 0 && lines <= LINE_LIMIT)) {
      refuse(`programs.first[${program + 1}]`, first[program + 1], `0 to 64 more than before`);
    }
    if (walls[program] > lines) {
      refuse(`programs.walls[${program}]`, walls[program], `at most ${lines}, its half-planes`);
    }
  }
  checkLength(halfPlanes, 3 * first[count], 'programs.halfPlanes');
  const units = unitHalfPlanes(halfPlanes, first[count]);

  const { kernels, put, blocks, arena } = openKernels<Kernels>(KERNELS_BASE64);
  const velocityAt = blocks.allocate(16 * count + 16);
  const relaxedAt = blocks.allocate(count + 16);
  // the order of `Batch` in assembly/program/many.ts
  const batch = Uint32Array.of(
    put(first),
    put(walls),
    put(units),
    put(preferred),
    put(maxSpeed),
    velocityAt,
    relaxedAt,
    blocks.allocate(PROGRAM_BYTES),
  );
  if (batch.byteLength !== BATCH_BYTES) throw new Error('Batch has other fields');
  kernels.solveMany(put(batch), 0, count);
  const { buffer } = arena.memory;
  const velocity = new Float64Array(buffer, velocityAt, 2 * count).slice();
  const relaxed = new Uint8Array(buffer, relaxedAt, count).slice();
  blocks.freeAll();
  return { velocity, relaxed };
}

/** Lengths of normals that f32 has rounded differ from 1 by less than this. */
const ROUNDED = 1e-6;
/** Lengths that differ from 1 by less than this are f64 rounding. */
const EXACT = 1e-15;

/** Half-planes with unit normals in f64. Those that have one already keep their bits. */
function unitHalfPlanes(halfPlanes: Float64Array, count: number): Float64Array {
  const units = halfPlanes.slice(0, 3 * count);
  for (let h = 0; h < count; h++) {
    const [x, y] = [units[3 * h], units[3 * h + 1]];
    const length = Math.sqrt(x * x + y * y);
    if (!(Math.abs(length - 1) < ROUNDED)) {
      refuse(`programs.halfPlanes[${3 * h}]`, x, `with ${y} a normal of length 1, not ${length}`);
    }
    if (Math.abs(length - 1) < EXACT) continue;
    for (let i = 0; i < 3; i++) units[3 * h + i] /= length;
  }
  return units;
}
