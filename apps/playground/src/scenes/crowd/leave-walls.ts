import type { CrowdAgents } from '@wayfield/crowd';
import type { Ground } from './walk.ts';

/** Moves agents that stand in a new wall to the centre of the nearest open cell. */
export function leaveWalls({ width, height, terrain }: Ground, crowd: CrowdAgents): void {
  for (let k = 0; k < crowd.end; k++) {
    const [x, y] = [Math.floor(crowd.x[k]), Math.floor(crowd.y[k])];
    if (terrain[y * width + x] > 0) continue;
    let best = Infinity;
    let place = [x, y];
    for (let reach = 1; best === Infinity && reach < Math.max(width, height); reach++) {
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
        for (let at = Math.max(0, x - reach); at <= Math.min(width - 1, x + reach); at++) {
          const away = (at - x) ** 2 + (row - y) ** 2;
          if (terrain[row * width + at] > 0 && away < best) [best, place] = [away, [at, row]];
        }
      }
    }
    if (best < Infinity) crowd.set(crowd.idOf(k), { x: place[0] + 0.5, y: place[1] + 0.5 });
  }
}
