// Judges parts of the mesh, and which links are open, right after obstacles were added.
import { createAreaSearch } from '@wayfield/movement/areas';
import { createSurface } from '@wayfield/surface';
import { anyPlace, type Trial } from './mesh-trial.ts';
import { areaAt, clearanceAt, isFree, plainPaths, type PlainWorld } from './plain-world.ts';

/**
 * A place nearer to a wall than this may lie on the mesh or not: borders are bent a little where
 * they cross other borders.
 */
const BENT = 1e-9;

/** How thick a bar is. */
const THICK = 0.2;

/** How far a bar that ends at the border of the world leads beyond it, by plain means. */
const BEYOND = 1;

/**
 * Up to two bars across the world, which may cut it into parts: as obstacles of the mesh (`inside`)
 * and of the plain world.
 */
function randomBars({ world: { side }, random }: Trial): { inside: number[]; plain: number[] }[] {
  return [0, 1].flatMap((axis) => {
    if (random() < 0.3) return [];
    const [at, end] = [(side - THICK) * random(), Math.min(side, side * (0.5 + random()))];
    // for plain-world.ts the border of an obstacle is free: a path could pass a bar that ends at
    // the border of the world
    const plainEnd = end === side ? side + BEYOND : end;
    const bar = (from: number, to: number): number[] =>
      axis === 0
        ? [from, at, to, at, to, at + THICK, from, at + THICK]
        : [at, from, at + THICK, from, at + THICK, to, at, to];
    return [{ inside: bar(0, end), plain: bar(-BEYOND, plainEnd) }];
  });
}

/**
 * Judges `areaOf` of a surface and `isOpen` of a search over areas. Both were made before the bars
 * were added, so they have to follow the change.
 */
export function judgeParts(trial: Trial, cases: number): void {
  const { world, nav, judge } = trial;
  const surface = createSurface(nav);
  const links = Array.from({ length: cases }, () => ({
    from: anyPlace(trial),
    to: anyPlace(trial),
    cost: 1,
  }));
  // half of the worlds have an area that is closed
  const costs = world.costs.map((cost, i) => (i === 1 && trial.random() < 0.5 ? Infinity : cost));
  const areas = world.areas.map(({ polygon, area }) => ({ polygon: [...polygon], area }));
  const search = createAreaSearch(nav, { areas, costs, links, points: 1 });
  // both know the mesh as it was
  surface.areaOf(1, 1);
  search.isOpen(0);
  const bars = randomBars(trial);
  const ids = bars.map(({ inside }) => nav.add(inside));
  const changed: PlainWorld = {
    ...world,
    obstacles: [...world.obstacles, ...bars.map(({ plain }) => plain)],
  };
  const open = search.isOpenAll();
  const surelyFree = ([x, y]: readonly [number, number]): boolean =>
    clearanceAt(changed, x, y) > BENT;
  for (const [i, { from, to }] of links.entries()) {
    const ends = [from, to].map((place) => {
      const area = areaAt(world, ...place, BENT);
      const isClosed = area >= 0 && costs[area] === Infinity;
      return {
        mayBeOpen: isFree(changed, ...place) && !isClosed,
        mayBeClosed: !surelyFree(place) || area < 0 || isClosed,
      };
    });
    const isRight =
      open[i] === 1
        ? ends.every(({ mayBeOpen }) => mayBeOpen)
        : ends.some(({ mayBeClosed }) => mayBeClosed);
    judge('areas isOpen', !isRight && `link from ${from} to ${to}: ${open[i]}`);
  }
  search.destroy();
  const paths = plainPaths(changed);
  for (let i = 0; i < cases; i++) {
    const places = [anyPlace(trial), anyPlace(trial)];
    const [a, b] = places.map(([x, y]) => surface.areaOf(x, y));
    const isPlaced = [a, b].every((part, k) =>
      part < 0 ? !surelyFree(places[k]) : isFree(changed, ...places[k]),
    );
    const isJoined = a >= 0 && b >= 0 && paths.path(...places[0], ...places[1]) !== undefined;
    const isRight = isPlaced && (a < 0 || b < 0 || (a === b) === isJoined);
    judge('areaOf', !isRight && `${a} and ${b} at ${places.join(' and ')}, a path: ${isJoined}`);
  }
  surface.destroy();
  for (const id of ids) nav.remove(id);
}
