// Target 3: all calls of surfaces on random scenes, judged by `judgeScene` of @wayfield/testing,
// which looks at every wall.
import { buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { createSurface, type Surface } from '@wayfield/surface';
import { tsImport } from 'tsx/esm/api';
import { atLeast, result, type Target } from '../run/target.ts';

/** What is used of '@wayfield/testing/surface', whose sources are TypeScript. */
interface Testing {
  readonly KINDS: readonly string[];
  judgeScene(
    seed: number,
    cases: number,
    create: (scene: Scene) => unknown,
    into: { readonly count: Record<string, number>; readonly faults: string[] },
  ): void;
}

interface Scene {
  readonly boundary: number[];
  readonly obstacles: number[][];
  readonly walls: number[][];
}

/**
 * A surface of a mesh to which half of the obstacles and walls are added after the surface was
 * made. A further obstacle is added, and removed at the end.
 */
function changedSurface({ boundary, obstacles, walls }: Scene): Surface {
  const [half, most] = [obstacles.length >> 1, walls.length >> 1];
  const gone = obstacles[0]?.map((value) => value / 2) ?? [];
  const nav = createNavMesh({
    boundary,
    obstacles: obstacles.slice(0, half),
    walls: walls.slice(0, most),
  });
  const surface = createSurface(nav);
  const ids = gone.length > 0 ? [nav.add(gone)] : [];
  surface.clearanceAt(1, 1);
  for (const ring of obstacles.slice(half)) nav.add(ring);
  for (const line of walls.slice(most)) nav.addWall(line);
  for (const id of ids) nav.remove(id);
  return surface;
}

/** Places per scene; each has one case of every call. */
const CASES = 50;
const SCENES = 2000;

export const surfaceExact: Target = {
  name: '3',
  title: 'random cases of every call of a surface that brute force agrees with',
  async run({ seed, quick, session, add }) {
    const testing = (await tsImport('@wayfield/testing/surface', import.meta.url)) as Testing;
    const { KINDS, judgeScene } = testing;
    const scenes = quick ? 4 : SCENES;
    const count = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
    const faults: string[] = [];
    for (let i = 0; i < scenes; i++) {
      session.terminal.progress('scenes of surfaces', i, scenes);
      // a third each: a mesh that changes, its triangles, merged polygons
      judgeScene(
        1000 * seed + i,
        CASES,
        (scene) => {
          if (i % 3 === 0) return changedSurface(scene);
          const nav = createNavMesh(scene);
          return createSurface(buildPolygonMesh(nav.triangulation, { merge: i % 3 === 1 }));
        },
        { count, faults },
      );
    }
    for (const fault of faults.slice(0, 20)) session.addCheck(fault, false);
    for (const kind of KINDS) {
      const wrong = faults.filter((fault) => fault.includes(`, ${kind} at `)).length;
      const all = scenes * CASES;
      add(result(`${kind}: right cases of ${all}`, count[kind] - wrong, atLeast(all, 'cases')));
    }
  },
};
