import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomNumbers } from '../src/movement/random-numbers.ts';
import { distanceToExact, moveByRounding, solveExactly } from '../src/crowd/programs/exact.ts';
import { judge, judgeInF64 } from '../src/crowd/programs/judge.ts';
import { kindOf, KINDS, makePrograms } from '../src/crowd/programs/make-programs.ts';
import { leastViolation, solveByEnumeration } from '../src/crowd/programs/reference.ts';
import { solveByKernel } from '../src/crowd/programs/solve.ts';
import { largestViolation, type Programs } from '../src/crowd/programs/types.ts';

const programs = suite('linear programs by enumeration');
const SEED = 7;

/** One program of speed 1: lines as point and direction. */
function program(
  lines: readonly (readonly [px: number, py: number, dx: number, dy: number])[],
  { preferred = [1, 0], hard = 0 }: { preferred?: readonly number[]; hard?: number } = {},
): Programs {
  return {
    count: 1,
    first: Uint32Array.of(0, lines.length),
    hard: Uint8Array.of(hard),
    speed: Float64Array.of(1),
    preferredX: Float64Array.of(preferred[0]),
    preferredY: Float64Array.of(preferred[1]),
    pointX: Float64Array.from(lines, ([px]) => px),
    pointY: Float64Array.from(lines, ([, py]) => py),
    directionX: Float64Array.from(lines, ([, , dx]) => dx),
    directionY: Float64Array.from(lines, ([, , , dy]) => dy),
  };
}

const none = () => ({ feasible: false, x: NaN, y: NaN, tolerance: 0 });

programs('solved by hand: free, cut off, between two lines, outside the disc', () => {
  const free = solveByEnumeration(program([]), 0, none());
  assert.equal([free.x, free.y], [1, 0]);
  const fast = solveByEnumeration(program([], { preferred: [0, 5] }), 0, none());
  assert.equal([fast.x, fast.y], [0, 1]);
  // left of the upward line x = 0.25
  const cut = solveByEnumeration(program([[0.25, -9, 0, 1]]), 0, none());
  assert.equal([cut.x, cut.y], [0.25, 0]);
  // and above y = 0.5
  const lines = [
    [0.25, 0, 0, 1],
    [0, 0.5, 1, 0],
  ] as const;
  const wedge = solveByEnumeration(program(lines), 0, none());
  assert.equal([wedge.x, wedge.y], [0.25, 0.5]);
  const outside = solveByEnumeration(program([[2, 0, 0, -1]]), 0, none());
  assert.is(outside.feasible, false);
});

programs('relaxed by hand: a corridor of width −0.5, with and without a wall', () => {
  // x ≤ −0.25 and x ≥ 0.25
  const lines = [
    [-0.25, 0, 0, 1],
    [0.25, 0, 0, -1],
  ] as const;
  assert.is(leastViolation(program(lines), 0, 0), 0.25);
  assert.is(leastViolation(program(lines), 0, 1), 0.5);
  // walls that contradict one another
  assert.ok(Number.isNaN(leastViolation(program(lines), 0, 2)));
});

programs(`least violations are not beaten by 300 random velocities, seed ${SEED}`, () => {
  const made = makePrograms(400, randomNumbers(SEED));
  let tried = 0;
  for (let k = 0; k < made.count; k++) {
    const [from, to, s] = [made.first[k], made.first[k + 1], made.speed[k]];
    const soft = made.hard[k];
    const least = leastViolation(made, k, soft);
    if (Number.isNaN(least)) continue;
    for (let i = 0; i < 300; i++) {
      const [angle, radius] = [i * 2.39996, s * Math.sqrt(i / 300)];
      const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      if (largestViolation(made, { from, to: from + soft }, x, y) > 0) continue;
      tried++;
      const worst = largestViolation(made, { from: from + soft, to }, x, y);
      assert.ok(worst >= least - 1e-7 * s, `program ${k}, ${kindOf(k)}: ${worst} < ${least}`);
    }
  }
  assert.ok(tried > 10_000);
});

programs('judged: a wrong answer is found in programs of every kind', () => {
  const made = makePrograms(800, randomNumbers(SEED));
  const found = new Set<string>();
  for (let k = 0; k < made.count; k++) {
    const { feasible, x, y } = solveByEnumeration(made, k, none());
    if (!feasible) continue;
    const s = made.speed[k];
    assert.is(judge(made, k, { x, y, infeasible: false }), 'optimum');
    const off = judge(made, k, { x: x * (1 - 1e-3) + 1e-3 * s, y: y * 0.999, infeasible: false });
    if (off === 'wrong') found.add(kindOf(k));
  }
  assert.equal([...found].sort(), [...KINDS].sort());
});

programs('exact: solved by hand, a third of an f64 by all its digits', () => {
  // x ≤ −0.25 and x ≥ 0.25, the first one a wall
  const corridor = [
    [-0.25, 0, 0, 1],
    [0.25, 0, 0, -1],
  ] as const;
  // violations: right of an upward line is the wrong side
  const soft = solveExactly(program(corridor, { preferred: [0.5, 0.5] }), 0);
  assert.equal([soft.x, soft.y, soft.walls, soft.agents].map(Math.abs), [0, 0.5, 0, 0.25]);
  const hard = solveExactly(program(corridor, { preferred: [0.5, 0.5], hard: 2 }), 0);
  assert.equal([hard.walls, hard.agents], [0.25, 0]);
  // a wall that misses the disc by 2^-40 leaves its one nearest point
  const away = 1 + 2 ** -40;
  const missed = solveExactly(program([[away, 0, 0, -1]], { hard: 1 }), 0);
  assert.equal([missed.x, missed.walls], [1, 2 ** -40]);
});

programs('exact: agrees with the enumeration on programs without narrow cases', () => {
  const made = makePrograms(320, randomNumbers(SEED));
  let compared = 0;
  for (let k = 0; k < made.count; k++) {
    if (kindOf(k) !== 'random' && kindOf(k) !== 'feasible') continue;
    const optimum = solveByEnumeration(made, k, none());
    const exact = solveExactly(made, k);
    if (!optimum.feasible) {
      assert.ok(exact.walls + exact.agents > 0, `program ${k}`);
      continue;
    }
    compared++;
    const off = Math.hypot(exact.x - optimum.x, exact.y - optimum.y) / made.speed[k];
    assert.ok(off < 1e-6, `program ${k}: ${off}`);
  }
  assert.ok(compared > 40);
});

// Seeds and numbers of programs that were once counted as wrong.
const TANGENT = [
  [600_001, 11_749],
  [1_240_001, 9413],
  [2_240_001, 13_069],
  [1_600_001, 30_613],
  [3_560_001, 2997],
  [3_240_001, 25_029],
] as const;

programs('exact: settles walls that touch the disc, where rules in f64 refuse the kernel', () => {
  for (const [seed, k] of TANGENT) {
    const made = makePrograms(k + 1, randomNumbers(seed));
    const { velocity, relaxed } = solveByKernel(made);
    const answer = { x: velocity[2 * k], y: velocity[2 * k + 1], infeasible: relaxed[k] > 0 };
    const name = `program ${k} of seed ${seed}`;
    assert.is(judgeInF64(made, k, answer), 'wrong', name);
    assert.is(judge(made, k, answer), 'exact', name);
    // an answer 2e-5 of the largest speed away stays wrong
    const turn = 2e-5;
    const [x, y] = [answer.x - turn * answer.y, answer.y + turn * answer.x];
    assert.is(judge(made, k, { ...answer, x, y }), 'wrong', name);
    assert.ok(distanceToExact(made, k, answer.x, answer.y) < 5e-6, name);
    assert.ok(moveByRounding(made, k) < 1e-5, name);
  }
});

programs('exact: two opposite lines a rounding apart are known to have no sure answer', () => {
  const tilt = 2 ** -52;
  const lines = [
    [0, 0, 0, 1],
    [0, 0, tilt, -1],
  ] as const;
  assert.ok(moveByRounding(program(lines, { preferred: [0.5, 0.5] }), 0) > 0.1);
  assert.ok(moveByRounding(program([[0, 0, 0, 1]], { preferred: [0.5, 0.5] }), 0) < 1e-15);
});

programs.run();
