import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { solvePrograms } from '@wayfield/crowd/internal';
import { randomFrom } from './random.ts';

const test = suite('linear program');

interface Program {
  readonly walls: number;
  /** nx, ny, c of each half-plane. */
  readonly halfPlanes: readonly (readonly [number, number, number])[];
  readonly preferred: readonly [number, number];
}

function answer(programs: readonly Program[]): ReturnType<typeof solvePrograms> {
  const first = [0];
  for (const { halfPlanes } of programs) first.push(first.at(-1)! + halfPlanes.length);
  return solvePrograms({
    count: programs.length,
    first: Uint32Array.from(first),
    walls: Uint8Array.from(programs, ({ walls }) => walls),
    halfPlanes: Float64Array.from(programs.flatMap(({ halfPlanes }) => halfPlanes.flat())),
    preferred: Float64Array.from(programs.flatMap(({ preferred }) => preferred)),
    maxSpeed: new Float64Array(programs.length).fill(1),
  });
}

/** The velocity nearest to the preferred one in all half-planes and the unit disc: all corners. */
function byCorners(
  halfPlanes: readonly (readonly [number, number, number])[],
  [px, py]: readonly [number, number],
  tolerance: number,
): readonly [number, number] | undefined {
  const candidates: [number, number][] = [[px, py]];
  for (const [nx, ny, c] of halfPlanes) {
    const off = c - nx * px - ny * py;
    candidates.push([px + off * nx, py + off * ny]);
    if (c * c <= 1) {
      const half = Math.sqrt(1 - c * c);
      candidates.push([c * nx + half * ny, c * ny - half * nx]);
      candidates.push([c * nx - half * ny, c * ny + half * nx]);
    }
    for (const [mx, my, d] of halfPlanes) {
      const det = nx * my - ny * mx;
      if (Math.abs(det) > 1e-12) {
        candidates.push([(c * my - d * ny) / det, (nx * d - mx * c) / det]);
      }
    }
  }
  let best: [number, number] | undefined;
  let least = Infinity;
  for (const [x, y] of candidates) {
    if (x * x + y * y > 1 + tolerance) continue;
    if (halfPlanes.some(([nx, ny, c]) => nx * x + ny * y < c - tolerance)) continue;
    const away = (x - px) ** 2 + (y - py) ** 2;
    if (away < least) [best, least] = [[x, y], away];
  }
  return best;
}

/** The least relaxation by bisection over `byCorners`. */
function relaxedByCorners(program: Program): readonly [number, number] | undefined {
  const { halfPlanes, walls, preferred } = program;
  const relaxedBy = (d: number): typeof halfPlanes =>
    halfPlanes.map(([nx, ny, c], i) => [nx, ny, i < walls ? c : c - d] as const);
  if (byCorners(halfPlanes.slice(0, walls), preferred, 1e-12) === undefined) return undefined;
  let [low, high] = [0, 10];
  if (byCorners(halfPlanes, preferred, 1e-12)) high = 0;
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (byCorners(relaxedBy(middle), preferred, 1e-13)) high = middle;
    else low = middle;
  }
  return byCorners(relaxedBy(high), preferred, 1e-13);
}

test('agrees with all corners on 3,000 random programs, half of them infeasible (seed 1)', () => {
  const random = randomFrom(1);
  const programs: Program[] = [];
  for (let p = 0; p < 3000; p++) {
    const halfPlanes = Array.from({ length: 1 + Math.floor(random() * 9) }, () => {
      const angle = random() * 2 * Math.PI;
      const c = p % 2 === 0 ? random() * 1.6 - 1.3 : random() * 1.4 - 0.5;
      return [Math.cos(angle), Math.sin(angle), c] as const;
    });
    const r = Math.sqrt(random());
    const angle = random() * 2 * Math.PI;
    const walls = Math.floor(random() * 3) % (halfPlanes.length + 1);
    programs.push({ walls, halfPlanes, preferred: [r * Math.cos(angle), r * Math.sin(angle)] });
  }
  const { velocity, relaxed } = answer(programs);
  const counts = [0, 0, 0];
  programs.forEach((program, p) => {
    counts[relaxed[p]]++;
    if (relaxed[p] === 2) return;
    const expected = relaxedByCorners(program)!;
    const off = Math.hypot(velocity[2 * p] - expected[0], velocity[2 * p + 1] - expected[1]);
    assert.ok(off < 1e-5, `program ${p} is ${off} off`);
  });
  assert.ok(counts[0] > 500 && counts[1] > 500, counts.join(' '));
});

test('relaxes two opposite half-planes evenly, and stays nearest to the preferred velocity', () => {
  const { velocity, relaxed } = answer([
    {
      walls: 0,
      halfPlanes: [
        [1, 0, 0.5],
        [-1, 0, 0.5],
      ],
      preferred: [0.2, 0.7],
    },
    {
      walls: 1,
      halfPlanes: [
        [1, 0, 0.5],
        [-1, 0, 0.5],
      ],
      preferred: [0.2, 0.7],
    },
  ]);
  assert.equal([...relaxed], [1, 1]);
  const off = [0, 0.7, 0.5, 0.7].map((value, i) => Math.abs(velocity[i] - value));
  assert.ok(Math.max(...off) < 1e-9, velocity.join(' '));
});

test('relaxes walls only where they alone are infeasible', () => {
  const { velocity, relaxed } = answer([
    {
      walls: 2,
      halfPlanes: [
        [1, 0, 0.5],
        [-1, 0, 0.1],
        [0, 1, 2],
      ],
      preferred: [0, 0],
    },
  ]);
  assert.is(relaxed[0], 2);
  assert.ok(Math.abs(velocity[0] - 0.2) < 1e-9, velocity.join(' '));
  assert.ok(velocity[1] > 0.97, velocity.join(' '));
});

test('treats repeated half-planes as one', () => {
  const one = [0.6, 0.8, 0.3] as const;
  const { velocity, relaxed } = answer([
    { walls: 0, halfPlanes: [one, one, one], preferred: [-0.5, 0] },
  ]);
  assert.is(relaxed[0], 0);
  assert.ok(Math.abs(velocity[0] - (-0.5 + 0.6 * 0.6)) < 1e-12);
});

test('takes normals that f32 has rounded, and refuses vectors of other lengths', () => {
  const { fround, SQRT1_2 } = Math;
  const rounded = [fround(-0.6), fround(-0.8), 0] as const;
  const exact = [-0.6, -0.8, 0] as const;
  const other = [fround(-SQRT1_2), fround(SQRT1_2), 0] as const;
  const { velocity } = answer([
    { walls: 0, halfPlanes: [rounded, other], preferred: [0.9, 0.2] },
    { walls: 0, halfPlanes: [exact, [-SQRT1_2, SQRT1_2, 0]], preferred: [0.9, 0.2] },
  ]);
  assert.ok(Math.abs(velocity[0] - velocity[2]) < 1e-7, `${velocity[0]}, ${velocity[2]}`);
  assert.ok(Math.abs(velocity[1] - velocity[3]) < 1e-7, `${velocity[1]}, ${velocity[3]}`);
  // on the border of a half-plane with a unit normal, to f64 rounding
  const one = answer([{ walls: 0, halfPlanes: [rounded], preferred: [0.6, 0.8] }]).velocity;
  assert.ok(Math.hypot(one[0], one[1]) < 1e-7, `${one[0]}, ${one[1]}`);
  assert.throws(
    () => answer([{ walls: 0, halfPlanes: [[0, 2, 0]], preferred: [0, 0] }]),
    /programs\.halfPlanes\[0\] is 0, expected with 2 a normal of length 1, not 2/,
  );
});

test.run();
