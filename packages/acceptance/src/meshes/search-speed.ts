// Target 3: Polyanya against its authors' C++ program, by times that it took on this kind of
// machine, and beside libraries.
import { join } from 'node:path';
import { FOUND } from '@wayfield/graph';
import { buildPointQueries, createPolyanya, loadMesh } from '@wayfield/navmesh';
import { atMost, attempt, NO_DATA, notMeasured, result, type Target } from '../run/target.ts';
import { readBytes } from '@wayfield/bench/internal/run/problems/read-file';
import { compareMeshes } from './peers/compare.ts';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { someOf } from '@wayfield/bench/internal/meshes/study/judge';

/**
 * `us`: mean microseconds of a query in the authors' C++ program. `repeat`: passes over all rows in
 * one of our rounds, as one pass over the small arena is short. `ALLOWED`: the largest ratio of our
 * time to theirs: a requirement, set for WebAssembly against native code.
 */
const SETS = [
  { name: 'arena', repeat: 200, us: 0.85 },
  { name: 'aurora', repeat: 1, us: 341 },
] as const;
const ALLOWED = 1.4;
/**
 * Microseconds of one call. On a shared machine this is shorter than a time slice of others, and
 * much longer than the resolution of the processor's clock.
 */
const CALL_US = 2000;

export const searchSpeed: Target = {
  name: '3',
  title: 'one thread: exact paths on the published merged meshes, all rows of their scenarios',
  async run(context) {
    const { data, session, rounds, quick, add } = context;
    for (const { name, repeat, us } of SETS) {
      const what = `${name}-merged: mean of a query, path included`;
      if (data === undefined) {
        add(notMeasured(what, atMost(us * ALLOWED, 'us'), NO_DATA));
        continue;
      }
      const at = join(data, 'mesh', 'polyanya', name);
      const text = async (file: string): Promise<string> =>
        new TextDecoder().decode(await readBytes(file));
      const solver = createPolyanya(loadMesh(await text(`${at}-merged.mesh.gz`)));
      const rows = (await text(`${at}.scen.gz`))
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t').map(Number));
      const used = quick ? rows.slice(0, 50) : rows;
      const queries = buildPointQueries(used.map((row) => row.slice(4, 8)));
      const size = Math.max(1, Math.floor(CALL_US / us));
      const parts = Array.from({ length: Math.ceil(used.length / size) }, (_, i) =>
        someOf(queries, i * size, Math.min(used.length, (i + 1) * size)),
      );
      const least = new Float64Array(parts.length).fill(Infinity);
      const leastWall = least.slice();
      const means: number[] = [];
      // the first round is a warm-up
      for (let i = 0; i < (rounds + 1) * repeat; i++) {
        let sum = 0;
        parts.forEach((part, p) => {
          const [start, begun] = [performance.now(), process.cpuUsage()];
          solver.run(part);
          const { user, system } = process.cpuUsage(begun);
          const wall = (performance.now() - start) * 1000;
          sum += wall;
          if (i < repeat) return;
          least[p] = Math.min(least[p], user + system);
          leastWall[p] = Math.min(leastWall[p], wall);
        });
        if (i >= repeat) means.push(sum / used.length);
      }
      const { status, cost, expanded } = solver.run(queries);
      for (let i = 0; i < used.length; i++)
        // an any-angle path is never longer than the path in eight directions
        session.addCheck(`${name}, row ${i}`, status[i] === FOUND && cost[i] <= used[i][8] + 1e-3);
      const polygons = expanded.reduce((sum, n) => sum + n, 0) / used.length;
      const [mean, wall] = [least, leastWall].map(
        (times) => times.reduce((sum, time) => sum + time, 0) / used.length,
      ) as [number, number];
      const note =
        `processor time, each part in its best round; by the clock ${wall.toPrecision(3)}, ` +
        `median of the rounds ${median(means).toPrecision(3)}; ${polygons.toFixed(0)} ` +
        `polygons entered; C++ ${us}`;
      add(result(what, mean, atMost(us * ALLOWED, 'us'), note));
      solver.destroy();
    }
    if (context.peers) await attempt(context, 'libraries', () => compareMeshes(context));
  },
};
