import type { Crowd } from '@wayfield/crowd';
import { type ProgramAnswers, solvePrograms } from '@wayfield/crowd/internal';

type Agent = ReturnType<Crowd['traitsOf']> & {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
};

/** The horizon of programs that are infeasible, in seconds. */
const SOON = 0.5;

/**
 * New velocities, x and y of each slot: all pairs, without walls and moves, for moving agents in
 * their first ticks.
 */
export function velocitiesByPairs(crowd: Crowd, dt: number): Float64Array {
  const agents = Array.from({ length: crowd.end }, (_, slot) => ({
    slot,
    x: crowd.positionX[slot],
    y: crowd.positionY[slot],
    vx: crowd.velocityX[slot],
    vy: crowd.velocityY[slot],
    ...crowd.traitsOf(crowd.idOf(slot)),
  }));
  const early = answersOf(crowd, agents, dt, Infinity);
  // programs that are infeasible are solved again with a short horizon
  const late = answersOf(crowd, agents, dt, Math.max(SOON, dt));
  return early.velocity.map((value, i) => (early.relaxed[i >> 1] > 0 ? late.velocity[i] : value));
}

/** The answers to the programs of all agents, with horizons of at most `most` seconds. */
function answersOf(
  crowd: Crowd,
  agents: readonly Agent[],
  dt: number,
  most: number,
): ProgramAnswers {
  const first = [0];
  const halfPlanes: number[] = [];
  const preferred: number[] = [];
  for (const self of agents) {
    const near = agents
      .filter((other) => other !== self && (self.mask & other.group) !== 0)
      .filter((other) => other.storey === self.storey)
      .map((other) => ({ other, square: squareOf(other.x - self.x, other.y - self.y) }))
      .filter(({ square }) => square <= self.neighbourDistance ** 2)
      .sort((a, b) => a.square - b.square || a.other.slot - b.other.slot)
      .slice(0, self.maxNeighbours);
    for (const { other } of near) {
      if (self.priority >= 1) continue;
      const horizon = Math.min(self.horizon, most);
      halfPlanes.push(...lineTowards({ ...self, horizon }, other, dt));
    }
    first.push(halfPlanes.length / 3);
    const [ux, uy] = [crowd.preferredX[self.slot], crowd.preferredY[self.slot]];
    const turned = near.length > 0 ? turnOf(self.slot) : 0;
    const [px, py] = [ux - turned * uy, uy + turned * ux];
    const long = Math.max(1, Math.hypot(px, py) / self.maxSpeed);
    preferred.push(px / long, py / long);
  }
  return solvePrograms({
    count: agents.length,
    first: Uint32Array.from(first),
    walls: new Uint8Array(agents.length),
    halfPlanes: Float64Array.from(halfPlanes),
    preferred: Float64Array.from(preferred),
    maxSpeed: Float64Array.from(agents, ({ maxSpeed }) => maxSpeed),
  });
}

/** The turn of an agent that is not held up yet, with seed 1: at most 2^-10, by its slot. */
function turnOf(slot: number): number {
  let hash = slot ^ 1;
  for (let round = 0; round < 2; round++) {
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
    hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
    hash ^= hash >>> 16;
  }
  return hash / 2 ** 41;
}

/** The squared distance by which neighbours are ranked: in f32, of f32 differences. */
function squareOf(dx: number, dy: number): number {
  const [x, y] = [Math.fround(dx), Math.fround(dy)];
  return Math.fround(Math.fround(x * x) + Math.fround(y * y));
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly radius: number;
  readonly maxSpeed: number;
  readonly horizon: number;
  readonly priority: number;
}

/** The half-plane of `self` towards `other` as nx, ny, c: the geometry of the paper by angles. */
function lineTowards(self: Disc, other: Disc, dt: number): [number, number, number] {
  const [px, py] = [other.x - self.x, other.y - self.y];
  const [rx, ry] = [self.vx - other.vx, self.vy - other.vy];
  const radii = self.radius + other.radius;
  const distance = Math.hypot(px, py);
  const share = (1 - self.priority) / (1 - self.priority + (1 - other.priority));
  let n: [number, number];
  let outside: number;
  if (distance < radii) {
    n = [-px / distance, -py / distance];
    outside = Math.min((radii - distance) / dt, 1.875 * self.maxSpeed) - (n[0] * rx + n[1] * ry);
  } else {
    // the half-angle of the cone, and the angle of w seen from the cut-off centre
    const half = Math.asin(radii / distance);
    const [wx, wy] = [rx - px / self.horizon, ry - py / self.horizon];
    const towards = Math.atan2(py, px);
    let turn = Math.atan2(wy, wx) - towards;
    turn = Math.atan2(Math.sin(turn), Math.cos(turn));
    if (Math.abs(turn) > Math.PI / 2 + half) {
      const w = Math.hypot(wx, wy);
      n = [wx / w, wy / w];
      outside = radii / self.horizon - w;
    } else {
      const leg = towards + (turn > 0 ? half : -half);
      n = turn > 0 ? [-Math.sin(leg), Math.cos(leg)] : [Math.sin(leg), -Math.cos(leg)];
      outside = -(n[0] * rx + n[1] * ry);
    }
  }
  return [...n, n[0] * self.vx + n[1] * self.vy + share * outside];
}
