import { FOUND, NO_PATH, STATUS_NAMES } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiscSearch } from '../../src/discs.ts';
import { distanceRounding } from '../../src/discs/disc-facts.ts';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '../../src/index.ts';
import { createRandom, wallsOf } from '@wayfield/testing/meshes';
import { clearanceOf } from '../tangents/tangents.ts';
import { move, pebbleScene, randomScene } from './disc-scenes.ts';

const test = suite('search for discs: ends that touch');

test('a source half a unit in the last place inside the circle of a corner', () => {
  const o = 1e6;
  const { triangulation } = createNavMesh({
    boundary: [o, o, o + 40, o, o + 40, o + 30, o, o + 30],
    obstacles: [
      [
        1000022.8656441438, 1000029.1239867349, 1000022.6775862875, 1000029.3021553148,
        1000022.3608853257, 1000029.3269500621, 1000022.0853031055, 1000029.0716103347,
        1000022.266874789, 1000028.5417995685, 1000022.6127553299, 1000028.499519799,
        1000022.8916781071, 1000028.7588319371,
      ],
    ],
  });
  const search = createDiscSearch(buildPolygonMesh(triangulation, { merge: false }));
  const queries = buildPointQueries([
    [1000022.6947300086, 1000029.4006747662, 1000017.9224124458, 1000022.4097839347],
    [1000017.9224124458, 1000022.4097839347, 1000022.6947300086, 1000029.4006747662],
  ]);
  const routes = search.run(queries, { radius: 0.1, maxExpanded: 10_000 });
  assert.equal([...routes.status], [FOUND, FOUND]);
  for (const cost of routes.cost) assert.ok(Math.abs(cost - 8.66799965) < 1e-7, `${cost}`);
  search.destroy();
});

const COUNT = 60;
const SEED = 51;

test(`ends in circles and walls by up to the tolerance: ${COUNT} scenes (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  let found = 0;
  let blocked = 0;
  for (let scene = 0; scene < COUNT; scene++) {
    const by = [1e6, 1e4, 0][scene % 3];
    const mesh = move((scene % 2 === 0 ? pebbleScene : randomScene)(random), by);
    const walls = wallsOf(mesh);
    const rounding = distanceRounding(mesh);
    const search = createDiscSearch(mesh, { table: scene % 4 < 2 });
    for (let k = 0; k < 40; k++) {
      const radius = 0.05 + 0.3 * random();
      /** A place that touches a vertex, deeper than the radius by up to the tolerance of ends. */
      const touching = (): number[] => {
        const v = Math.floor(random() * mesh.vertexCount);
        const angle = 2 * Math.PI * random();
        const away = radius * (1 - 9e-13 * random()) - 0.24 * rounding * random();
        return [mesh.x[v] + away * Math.cos(angle), mesh.y[v] + away * Math.sin(angle)];
      };
      const free = (): number[] => [by + 10 * random(), by + 10 * random()];
      const rows = [[...touching(), ...(k % 2 ? touching() : free())]];
      const queries = buildPointQueries(rows);
      const what = `scene ${scene}, query ${k}, ${rows[0]}, radius ${radius}`;
      const routes = search.run(queries, { radius, maxExpanded: 20_000 });
      const less = search.run(queries, { radius: radius - rounding, maxExpanded: 20_000 });
      const [status, expected] = [routes.status[0], less.status[0]];
      if (status !== FOUND && status !== NO_PATH) {
        blocked++;
        continue;
      }
      assert.is(status, expected, `${what}: ${STATUS_NAMES[status]}, ${STATUS_NAMES[expected]}`);
      if (status !== FOUND) continue;
      found++;
      const difference = Math.abs(routes.cost[0] - less.cost[0]);
      assert.ok(difference <= 1e-7 * (1 + routes.cost[0]), `${what}: differs by ${difference}`);
      const [from, to] = [routes.firstPoint[0], routes.firstPoint[1]];
      const clear = clearanceOf(routes, from, to, walls);
      assert.ok(clear >= radius * (1 - 1e-9) - 4 * rounding, `${what}: clearance ${clear}`);
    }
    search.destroy();
  }
  assert.ok(found > 500 && blocked > 300, `${found} found, ${blocked} with a blocked end`);
});

test.run();
