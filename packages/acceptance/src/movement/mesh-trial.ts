// What the judges of areas, corridors and discs have in common.
import {
  buildPointQueries,
  type NavMesh,
  type PointRoutes,
  type PolyanyaSolver,
} from '@wayfield/navmesh';
import { isFree, lengthOf, type PlainPaths, type PlainWorld } from './plain-world.ts';

/** A world, its mesh, and what was wrong with answers. */
export interface Trial {
  readonly world: PlainWorld;
  readonly nav: NavMesh;
  readonly solver: PolyanyaSolver;
  readonly paths: PlainPaths;
  readonly random: () => number;
  /** Counts an answer of a call; `fault` says what is wrong with it. */
  judge(call: string, fault: string | false): void;
}

/** A place in the box, as likely as not on a whole quarter. */
export function anyPlace({ world, random }: Trial): [number, number] {
  const [x, y] = [world.side * random(), world.side * random()];
  return random() < 0.5 ? [x, y] : [Math.round(4 * x) / 4, Math.round(4 * y) / 4];
}

/** A place outside obstacles, on a border at times. */
export function freePlace(trial: Trial): [number, number] {
  for (;;) {
    const place = anyPlace(trial);
    if (isFree(trial.world, ...place)) return place;
  }
}

/** The route from one place to another, and the length of the shortest path by plain means. */
export function routeBetween(
  trial: Trial,
  [sx, sy]: readonly [number, number],
  [tx, ty]: readonly [number, number],
): { readonly routes: PointRoutes; readonly length: number } {
  const routes = trial.solver.run(buildPointQueries([[sx, sy, tx, ty]]));
  return { routes, length: lengthOf(trial.paths.path(sx, sy, tx, ty)!) };
}
