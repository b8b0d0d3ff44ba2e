// The linear program of src/gpu/program/program.wgsl.ts on the CPU, every operation rounded to f32:
// design (b) of `gpu-bits.ts` must give these bits.

/** Programs of equally many half-planes, all of agents. */
export interface F32Programs {
  readonly count: number;
  readonly lines: number;
  /** Normals' x, normals' y and c: half-plane i of program p is entry i · count + p. */
  readonly planes: readonly Float32Array[];
  readonly preferred: Float32Array;
  readonly speed: number;
}

const f = Math.fround;
const PARALLEL = f(1e-6);
const ROUNDING = f(1e-6);
const TOUCHING = f(1e-6);
const SLACK = f(4e-6);

/** x, y of each program. */
export function solveInF32({ count, lines, planes, preferred, speed }: F32Programs): Float32Array {
  const solver = createSolver(lines, f(speed));
  const velocity = new Float32Array(2 * count);
  for (let program = 0; program < count; program++) {
    for (let i = 0; i < lines; i++) {
      for (let k = 0; k < 3; k++) solver.columns[k][i] = planes[k][i * count + program];
    }
    solver.solve(preferred[2 * program], preferred[2 * program + 1]);
    velocity[2 * program] = solver.found.x;
    velocity[2 * program + 1] = solver.found.y;
  }
  return velocity;
}

function dot(ax: number, ay: number, bx: number, by: number): number {
  return f(f(ax * bx) + f(ay * by));
}
function cross(ax: number, ay: number, bx: number, by: number): number {
  return f(f(ax * by) - f(ay * bx));
}

/** Bisectors of half-plane i and those before it, behind the `lines`; returns their number. */
function bisect([X, Y, C]: readonly Float32Array[], lines: number, i: number): number {
  let used = 0;
  for (let j = 0; j < i; j++) {
    const mx = f(X[j] - X[i]);
    const my = f(Y[j] - Y[i]);
    const length = f(Math.sqrt(dot(mx, my, mx, my)));
    if (length <= PARALLEL) continue;
    const inverse = f(1 / length);
    X[lines + used] = f(mx * inverse);
    Y[lines + used] = f(my * inverse);
    C[lines + used] = f(f(C[j] - C[i]) * inverse);
    used++;
  }
  return used;
}

function createSolver(lines: number, speed: number) {
  const columns = [0, 1, 2].map(() => new Float32Array(2 * lines));
  const [X, Y, C] = columns;
  const found = { x: 0, y: 0 };
  const rounding = f(ROUNDING * speed);
  const violation = (i: number): number => f(C[i] - dot(X[i], Y[i], found.x, found.y));

  /** Of the half-planes before `at`, the part of the border of `at` that satisfies them. */
  function span(at: number, shift: number, i: number): readonly [number, number] | undefined {
    const inside = f(f(speed - C[at]) * f(speed + C[at]));
    if (inside < 0) return undefined;
    let high = f(Math.sqrt(inside));
    let low = -high;
    for (let j = 0; j < i; j++) {
      const other = j + shift;
      const slope = cross(X[other], Y[other], X[at], Y[at]);
      const rest = f(C[other] - f(C[at] * dot(X[other], Y[other], X[at], Y[at])));
      if (Math.abs(slope) <= PARALLEL) {
        if (rest > rounding) return undefined;
        continue;
      }
      const t = f(rest / slope);
      if (slope > 0) low = Math.max(low, t);
      else high = Math.min(high, t);
    }
    if (low > high) {
      if (f(low - high) > f(TOUCHING * speed)) return undefined;
      low = high = f(0.5 * f(low + high));
    }
    return [low, high];
  }

  function seek(shift: number, count: number, x: number, y: number, far: boolean): number {
    found.x = far ? f(x * speed) : x;
    found.y = far ? f(y * speed) : y;
    for (let i = 0; i < count; i++) {
      const at = i + shift;
      if (!(violation(at) > rounding)) continue;
      const ends = span(at, shift, i);
      if (!ends) return i;
      const [low, high] = ends;
      const wanted = cross(x, y, X[at], Y[at]);
      let t = Math.max(low, Math.min(high, wanted));
      if (far) t = wanted > 0 ? high : low;
      const [nx, ny, c] = [X[at], Y[at], C[at]];
      found.x = f(f(c * nx) + f(t * ny));
      found.y = f(f(c * ny) - f(t * nx));
    }
    return count;
  }

  function relax(begin: number): void {
    let depth = 0;
    for (let i = begin; i < lines; i++) {
      if (!(violation(i) > f(depth + rounding))) continue;
      const used = bisect(columns, lines, i);
      const before = { ...found };
      if (seek(lines, used, X[i], Y[i], true) < used) Object.assign(found, before);
      depth = Math.max(depth, violation(i));
    }
    const amount = f(depth + f(SLACK * speed));
    for (let i = 0; i < lines; i++) C[i] = f(C[i] - amount);
  }

  return {
    columns,
    found,
    solve(x: number, y: number) {
      const stopped = seek(0, lines, x, y, false);
      if (stopped === lines) return;
      relax(stopped);
      const before = { ...found };
      if (seek(0, lines, x, y, false) < lines) Object.assign(found, before);
    },
  };
}
