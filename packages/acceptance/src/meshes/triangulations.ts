// Target 2: inputs that other libraries throw on or get wrong; a million points; ten thousand
// polygons.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkTriangulation, createNavMesh, triangulate } from '@wayfield/navmesh';
import { loadCdt } from '@wayfield/navmesh/formats';
import { atLeast, NO_DATA, notMeasured, result, type Target } from '../run/target.ts';
import { readBytes } from '@wayfield/bench/internal/run/problems/read-file';
import { compareTriangulators } from './triangulation-peers.ts';
import { crossingPolygons, randomPoints } from './triangulation-inputs.ts';

export const triangulations: Target = {
  name: '2',
  title: 'triangulations with everything that they promise verified',
  async run(context) {
    const { data, session, seed, quick, add } = context;
    const folder = join(data ?? '', 'mesh', 'cdt');
    if (data === undefined || !existsSync(folder))
      add(notMeasured('CDT inputs verified', atLeast(1, 'files'), NO_DATA));
    else {
      const files = (await readdir(folder)).filter((name) => name.includes('.txt'));
      let right = 0;
      for (const file of files) {
        const text = new TextDecoder().decode(await readBytes(join(folder, file)));
        const { points, edges } = loadCdt(text);
        const { triangulation } = triangulate(points, edges);
        const isRight = holds(() => checkTriangulation(triangulation));
        session.addCheck(file, isRight);
        if (isRight) right++;
      }
      add(result('CDT inputs verified', right, atLeast(files.length, 'files')));
    }
    const count = quick ? 2000 : 1_000_000;
    const points = randomPoints(count, seed);
    let start = performance.now();
    const { triangulation } = triangulate(points);
    let ms = performance.now() - start;
    const isRight = holds(() => checkTriangulation(triangulation));
    session.addCheck('random points', isRight);
    add(
      result(
        `${count} random points, right`,
        Number(isRight),
        atLeast(1, 'sets'),
        `${Math.round(ms)} ms`,
      ),
    );
    const polygons = crossingPolygons(quick ? 100 : 10_000, seed);
    start = performance.now();
    const mesh = createNavMesh({
      boundary: [0, 0, 1000, 0, 1000, 1000, 0, 1000],
      obstacles: polygons,
    });
    ms = performance.now() - start;
    const isSound = holds(() => checkTriangulation(mesh.triangulation));
    session.addCheck('random polygons', isSound);
    add(
      result(
        `${polygons.length} random polygons that cross each other, right`,
        Number(isSound),
        atLeast(1, 'sets'),
        `${Math.round(ms)} ms, ${mesh.triangulation.vertexCount} vertices`,
      ),
    );
    if (context.peers) await compareTriangulators(context);
  },
};

function holds(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}
