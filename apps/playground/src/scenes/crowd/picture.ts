// The picture of the crowd: the world, and beside it the same world with ghosts.
import { type Theme, themeOf } from '../../draw/colours.ts';
import { frameLines } from '../../draw/frame-lines.ts';
import type { Lines, PointAgents, Raster, Surface } from '../../draw/surface.ts';
import type { Ground } from '../scent/ground.ts';
import type { CrowdSolver } from './solver.ts';
import type { World } from './worlds.ts';

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const RINGS = { light: [LIGHT.ground], dark: [DARK.ground] };
const GOALS = Array.from({ length: 4 }, (_, i) => ({
  light: [LIGHT.agents[i]],
  dark: [DARK.agents[i]],
}));
/** A goal, in metres. */
const [OUTER, INNER] = [4.4, 3.4];

export function createCrowdPicture(
  solver: CrowdSolver,
  ground: Ground,
  world: World,
  beside: readonly [number, number] | undefined,
): { draw(surface: Surface, theme: Theme): void } {
  const frame = frameLines(world.width, world.height);
  const frames = [frame, ...(beside ? [moved(frame, beside)] : [])];
  const marks = world.goals.map(() => ({
    kind: 'points' as const,
    count: frames.length,
    place: new Float32Array(2 * frames.length),
    version: 0,
  }));
  let second: Raster | undefined;

  function drawGoals(surface: Surface, theme: Theme): void {
    for (const [i, mark] of marks.entries()) {
      const [x, y] = [world.goals[i].x + 0.5, world.goals[i].y + 0.5];
      mark.place.set([x, y]);
      if (beside) mark.place.set([x + beside[0], y + beside[1]], 2);
      mark.version++;
      const shown: PointAgents = mark;
      const style = { phase: 1, leastPixels: 16 };
      surface.agents(shown, { ...style, size: OUTER, colours: GOALS[i][theme.name] });
      surface.agents(shown, { ...style, size: INNER, leastPixels: 11, colours: RINGS[theme.name] });
    }
  }
  return {
    draw(surface, theme) {
      const raster = ground.raster(theme);
      surface.raster(raster);
      if (beside) {
        second ??= { ...raster, x: beside[0], y: beside[1], version: -1 };
        const there = second as { palette: Uint32Array };
        there.palette = raster.palette;
        second.version = raster.version;
        surface.raster(second);
      }
      drawGoals(surface, theme);
      surface.discs(solver.discs, 1.5, theme.agents);
      for (const each of frames) surface.lines(each, 1.5, theme.faint);
    },
  };
}

function moved({ piece, count }: Lines, [x, y]: readonly [number, number]): Lines {
  return { piece: piece.map((value, i) => value + (i % 2 === 0 ? x : y)), count, version: 0 };
}
