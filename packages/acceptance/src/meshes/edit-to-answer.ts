// Target 5b: from a change of Aurora to the first path on the changed map. Polyanya on a mesh that
// follows the changes, against a mesh and a solver built from scratch.
import { join } from 'node:path';
import type { Grid } from '@wayfield/graph';
import { random, roomsGrid } from '@wayfield/graph/generators';
import { buildPolygonMesh, createNavMesh, createPolyanya, outlineGrid } from '@wayfield/navmesh';
import { atMost, QUICK, result, skipped, type Target } from '../run/target.ts';
import { readMap } from '@wayfield/bench/internal/run/problems/movingai';
import { summarise } from '@wayfield/bench/internal/run/statistics/summary';
import { openQueries, singleQuery } from './open-queries.ts';

/**
 * A rebuild with its first path must take this many times as long as an update with its first path:
 * a requirement.
 */
const FASTER = 20;

export const editToAnswer: Target = {
  name: '5b',
  title: 'from a change to the first path on the changed mesh, by Polyanya, against a rebuild',
  async run({ data, session, seed, quick, add }) {
    const next = random(seed);
    const { grid, isSmall } = await mapToChange(data, seed, quick);
    const input = outlineGrid(grid);
    const mesh = createNavMesh(input);
    const solver = createPolyanya(mesh);
    const count = isSmall ? 20 : 300;
    const queries = openQueries(grid, count, seed);
    const times = { change: [] as number[], update: [] as number[], path: [] as number[] };
    const all: number[] = [];
    const rebuilds: number[] = [];
    /** Times a change of the mesh, the solver's update and a path; returns the path's length. */
    const measure = (i: number, change: () => void): number => {
      const query = singleQuery(queries, i);
      const begun = performance.now();
      change();
      const changed = performance.now();
      solver.update();
      const updated = performance.now();
      const { cost } = solver.run(query);
      const end = performance.now();
      times.change.push(changed - begun);
      times.update.push(updated - changed);
      times.path.push(end - updated);
      all.push(end - begun);
      return cost[0];
    };
    for (let i = 0; i < count; i++) {
      const ring = hexagon(next() * (grid.width - 8) + 4, next() * (grid.height - 8) + 4);
      let id = 0;
      const cost = measure(i, () => {
        id = mesh.add(ring);
      });
      // a rebuild takes long, so few of them are timed
      if (i % (isSmall ? 5 : 30) === 0) {
        const begun = performance.now();
        const other = createNavMesh({ ...input, obstacles: [...(input.obstacles ?? []), ring] });
        const fresh = createPolyanya(buildPolygonMesh(other.triangulation));
        const exact = fresh.run(singleQuery(queries, i)).cost[0];
        rebuilds.push(performance.now() - begun);
        fresh.destroy();
        // two infinities are equal, and have no difference
        const isRight = cost === exact || Math.abs(cost - exact) <= 1e-9 * (1 + exact);
        session.addCheck(`change ${i}: ${cost}, after a rebuild ${exact}`, isRight);
      }
      measure(i, () => mesh.remove(id));
    }
    solver.destroy();
    const median = (values: number[]): string => summarise(values).median.toPrecision(2);
    const built = summarise(rebuilds).median;
    const note =
      `triangulation ${median(times.change)}, Polyanya ${median(times.update)}, path ` +
      `${median(times.path)} ms; ` +
      `95 % within ${summarise(all).p95.toPrecision(3)} ms; rebuild ` +
      `${built.toPrecision(3)} ms; the target is a ${FASTER}th of that`;
    const name = isSmall ? 'rooms' : 'Aurora';
    const target = result(
      `${name}: from an obstacle that comes or goes to the first path, Polyanya, median`,
      summarise(all).median,
      atMost(built / FASTER, 'ms'),
      note,
    );
    add(quick ? skipped(target, QUICK) : target);
  },
};

/** Aurora, or some rooms where there is no data or in a quick run. */
export async function mapToChange(
  data: string | undefined,
  seed: number,
  quick: boolean,
): Promise<{ readonly grid: Grid; readonly isSmall: boolean }> {
  if (quick || data === undefined) return { grid: roomsGrid(64, 64, { seed }), isSmall: true };
  return { grid: await readMap(join(data, 'grid', 'sc1', 'Aurora.map.gz')), isSmall: false };
}

/** A hexagonal obstacle eight units across. */
export function hexagon(x: number, y: number): number[] {
  const ring: number[] = [];
  for (let k = 0; k < 6; k++)
    ring.push(x + 4 * Math.cos((k * Math.PI) / 3), y + 4 * Math.sin((k * Math.PI) / 3));
  return ring;
}
