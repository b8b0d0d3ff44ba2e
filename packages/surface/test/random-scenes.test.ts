// All calls of surfaces but random places on random scenes, judged by brute force, which is in
// packages/testing/src/surface. WAYFIELD_SCENES=100 takes a hundred times as many scenes,
// WAYFIELD_SEED is the number of the first one.
import { type Judged, judgeScene, KINDS } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildPolygonMesh, createNavMesh } from '@wayfield/triangulation';
import { createSurface } from '../src/index.ts';

const test = suite('surfaces of random scenes');

const SCENES = 30 * Number(process.env['WAYFIELD_SCENES'] ?? 1);
const FIRST = Number(process.env['WAYFIELD_SEED'] ?? 1);
const CASES = 40;

const SOURCES = {
  'a NavMesh': (nav: ReturnType<typeof createNavMesh>) => nav,
  'merged polygons': (nav: ReturnType<typeof createNavMesh>) => buildPolygonMesh(nav.triangulation),
  triangles: (nav: ReturnType<typeof createNavMesh>) =>
    buildPolygonMesh(nav.triangulation, { merge: false }),
};

for (const [name, meshOf] of Object.entries(SOURCES))
  test(`of ${name}: ${SCENES * CASES} places`, () => {
    const judged: Judged = {
      count: { clearanceAt: 0, locate: 0, closestPoint: 0, raycast: 0, moveAlong: 0, wallsNear: 0 },
      faults: [],
    };
    for (let seed = FIRST; seed < FIRST + SCENES; seed++)
      judgeScene(seed, CASES, (scene) => createSurface(meshOf(createNavMesh(scene))), judged);
    assert.is(judged.faults.slice(0, 5).join('\n'), '');
    for (const kind of KINDS) assert.is(judged.count[kind], SCENES * CASES);
  });

test.run();
