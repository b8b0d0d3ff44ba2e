// Goals of the crowd: discs of cells that can be dragged and may wander.
import { random } from '@wayfield/graph/generators';

export interface Goal {
  x: number;
  y: number;
  /** The direction in radians in which the goal wanders. */
  heading: number;
}

const RADIUS = 2.3;

/**
 * `count` goals far apart. Each is the one of some random cells that is farthest from those before.
 */
export function placeGoals(open: Uint32Array, width: number, count: number): Goal[] {
  const goals: Goal[] = [];
  const sample = open.subarray(0, 200);
  for (let g = 0; g < Math.min(count, sample.length); g++) {
    let best = 0;
    let bestGap = -1;
    for (let i = 0; i < sample.length; i++) {
      const x = sample[i] % width;
      const y = Math.floor(sample[i] / width);
      const gaps = goals.map((goal) => Math.hypot(goal.x - x, goal.y - y));
      const gap = Math.min(Infinity, ...gaps);
      if (gap > bestGap) [best, bestGap] = [i, gap];
      if (goals.length === 0) break;
    }
    goals.push({ x: sample[best] % width, y: Math.floor(sample[best] / width), heading: g });
  }
  return goals;
}

/** The open cells of all goals, each once, ascending; a goal inside a wall has none. */
export function goalCells(
  goals: readonly Goal[],
  { width, height, terrain }: { width: number; height: number; terrain: Float32Array },
): Uint32Array {
  const cells = new Set<number>();
  for (const goal of goals) {
    const reach = Math.ceil(RADIUS);
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const x = goal.x + dx;
        const y = goal.y + dy;
        if (dx * dx + dy * dy > RADIUS * RADIUS) continue;
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        if (terrain[y * width + x] > 0) cells.add(y * width + x);
      }
    }
  }
  return Uint32Array.from(cells).sort();
}

/** A step of every goal. At a wall a goal turns until its way is free. */
export function createWander(
  seed: number,
): (goals: readonly Goal[], map: { width: number; height: number; terrain: Float32Array }) => void {
  const next = random(seed + 1000);
  return (goals, { width, height, terrain }) => {
    for (const goal of goals) {
      goal.heading += (next() - 0.5) * 0.6;
      for (let attempt = 0; attempt < 8; attempt++) {
        const x = goal.x + Math.round(Math.cos(goal.heading));
        const y = goal.y + Math.round(Math.sin(goal.heading));
        const inside = x >= 0 && y >= 0 && x < width && y < height;
        if (inside && terrain[y * width + x] > 0) {
          goal.x = x;
          goal.y = y;
          break;
        }
        goal.heading += 0.9;
      }
    }
  };
}
