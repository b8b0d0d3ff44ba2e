// The picture of the crowd, on a page or off the screen.
import { type Theme, themeOf } from '../../draw/colours.ts';
import type { PointAgents, Surface } from '../../draw/surface.ts';
import type { Goal } from './goals.ts';
import type { Ground } from './ground.ts';
import type { ScentSolver } from './solver.ts';

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const RINGS = { light: [LIGHT.ground], dark: [DARK.ground] };
const GOALS = { light: [LIGHT.goal], dark: [DARK.goal] };

export interface ScentPicture {
  draw(surface: Surface, theme: Theme, phase: number, showScent: boolean): void;
}

export function createScentPicture(
  solver: ScentSolver,
  ground: Ground,
  goals: readonly Goal[],
): ScentPicture {
  const place = new Float32Array(2 * goals.length);
  let version = 0;
  return {
    draw(surface, theme, phase, showScent) {
      if (showScent) {
        if ('levels' in solver.field) surface.raster(solver.field.levels);
        else surface.field?.(solver.field.resident());
      }
      surface.raster(ground.raster(theme));
      const style = { phase, size: 0.82, leastPixels: 1.3, colours: theme.agents };
      surface.agents(solver.agents, style);
      place.set(goals.flatMap(({ x, y }) => [x + 0.5, y + 0.5]));
      version++;
      const marks: PointAgents = { kind: 'points', count: goals.length, place, version };
      surface.agents(marks, { phase, size: 6.5, leastPixels: 18, colours: RINGS[theme.name] });
      surface.agents(marks, { phase, size: 5.5, leastPixels: 14, colours: GOALS[theme.name] });
    },
  };
}
