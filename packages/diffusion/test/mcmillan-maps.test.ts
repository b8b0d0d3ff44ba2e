// The six maps of McMillan's second set. The study's maps are lost, and ours are drawn to its
// descriptions. Our answers are held to brute force on our maps; what the study prints of its own
// maps is compared and never asserted.
import { readFileSync } from 'node:fs';
import { FOUND, NO_PATH } from '@wayfield/graph';
import { parseTerrainCsv } from '@wayfield/graph/formats';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { drawMap, mapCsv, MAPS } from '../maps/draw-maps.ts';
import { createDiffusion, diffusionMapOf } from '../src/index.ts';
import {
  MCMILLAN_CAP,
  MCMILLAN_PARALLEL,
  MCMILLAN_STRENGTH,
  MCMILLAN_TABLE_5_3,
  mcmillanIterations,
} from '../src/study/index.ts';
import { type Measures, measure } from './map-measures.ts';

const test = suite('mcmillan, maps of the second set');
const N = 32;
const CELLS = N * N;
const GOAL = CELLS - 1;
const SAND = 2;
const WATER = 8;

const textOf = (map: number): string =>
  readFileSync(new URL(`../maps/mcmillan-${map}.csv`, import.meta.url), 'utf8');
const plain: readonly Measures[] = MAPS.map((map) => measure([...drawMap(map)], MCMILLAN_CAP));

function modelOf(map: number, options: object) {
  const model = createDiffusion(
    diffusionMapOf(parseTerrainCsv(textOf(map), { corners: 'always' })),
    options,
  );
  model.setGoals('goal', { cell: [GOAL], strength: MCMILLAN_STRENGTH });
  return model;
}

for (const map of MAPS) {
  const expected = plain[map - 1];

  test(`map ${map}: the file holds what the program draws`, () => {
    assert.is(textOf(map), mapCsv(map));
  });

  test(`map ${map}: iterations and path of the scent are those of brute force`, () => {
    const model = modelOf(map, MCMILLAN_PARALLEL);
    const report = model.settle({ limit: MCMILLAN_CAP });
    const iterations = mcmillanIterations(report);
    assert.is(iterations, expected.diffusionSteps);
    // The study's program goes on to its cap where a cell stays 0.
    model.step(iterations - report.steps);
    const routes = model.ascend('goal', 0);
    assert.is(routes.status[0], expected.diffusionNodes > 0 ? FOUND : NO_PATH);
    sameArray(routes.node.subarray(0, routes.firstNode[1]), expected.diffusionPath);
    model.destroy();
  });

  test(`map ${map}: in log form the field settles early and reaches what Dijkstra reaches`, () => {
    const model = modelOf(map, {});
    const { reason, steps, unreachable } = model.settle({ limit: MCMILLAN_CAP });
    assert.is(reason, 'front');
    assert.ok(steps < 150, `${steps}`);
    const open = drawMap(map).filter((cost) => cost > 0).length;
    assert.is(unreachable, open - expected.reached);
    assert.is(model.ascend('goal', 0).status[0], expected.dijkstraNodes > 0 ? FOUND : NO_PATH);
    model.destroy();
  });
}

const share = (map: number, of: (cost: number) => boolean): number =>
  drawMap(map).filter(of).length / CELLS;
const treads = (map: number, path: readonly number[], tile: number): boolean =>
  path.some((v) => drawMap(map)[v] === tile);

/** Sizes of the areas of one tile, neighbours by sides and corners, the largest first. */
function areas(map: number, tile: number): { cells: number; centre: [number, number] }[] {
  const cost = drawMap(map);
  const seen = new Set<number>();
  const found: { cells: number; centre: [number, number] }[] = [];
  for (let start = 0; start < CELLS; start++) {
    if (cost[start] !== tile || seen.has(start)) continue;
    seen.add(start);
    const area = [start];
    for (const v of area) {
      for (let w = 0; w < CELLS; w++) {
        const near = Math.abs((w % N) - (v % N)) < 2 && Math.abs((w >> 5) - (v >> 5)) < 2;
        if (near && cost[w] === tile && !seen.has(w)) {
          seen.add(w);
          area.push(w);
        }
      }
    }
    const mean = (of: (v: number) => number): number =>
      area.reduce((sum, v) => sum + of(v), 0) / area.length;
    found.push({ cells: area.length, centre: [mean((v) => v % N), mean((v) => v >> 5)] });
  }
  return found.sort((a, b) => b.cells - a.cells);
}

const central = ([x, y]: [number, number]): boolean => Math.hypot(x - 15.5, y - 15.5) < 3;

test('map 1 has no obstacles and no terrain', () => {
  assert.is(
    share(1, (cost) => cost === 1),
    1,
  );
});

test('map 2 has a lake in a beach in the centre, a river, a bridge and impassable areas', () => {
  const water = areas(2, WATER);
  // the river on both sides of the bridge, and the lake
  assert.is(water.length, 3);
  assert.ok(water.some(({ centre }) => central(centre)));
  const beach = areas(2, SAND);
  assert.is(beach.length, 1);
  assert.ok(central(beach[0].centre));
  assert.ok(areas(2, 0).length > 3);
  // the scent crosses the river; Dijkstra takes the bridge
  assert.ok(treads(2, plain[1].diffusionPath, WATER));
  assert.not.ok(treads(2, plain[1].dijkstraPath, WATER));
  assert.ok(plain[1].dijkstraNodes > plain[1].diffusionNodes);
});

test('map 3 has more terrain and obstacles: about half of its cells cost other than 1', () => {
  assert.ok(Math.abs(share(3, (cost) => cost !== 1) - 0.5) < 0.03);
  for (const tile of [0, SAND, WATER]) {
    assert.ok(share(3, (cost) => cost === tile) > share(2, (cost) => cost === tile));
  }
});

test('map 4 is like a maze with areas of high cost: long paths, almost the same', () => {
  assert.ok(areas(4, WATER).length > 2 && areas(4, SAND).length > 2);
  const { diffusionNodes, dijkstraNodes } = plain[3];
  assert.ok(Math.min(diffusionNodes, dijkstraNodes) > 1.5 * N);
  assert.ok(Math.abs(diffusionNodes - dijkstraNodes) < 4);
});

test('map 5 has no path to the goal', () => {
  assert.is(plain[4].dijkstraNodes, 0);
  assert.is(plain[4].diffusionNodes, 0);
  assert.is(plain[4].diffusionSteps, MCMILLAN_CAP);
});

test('map 6 has one large water that every path crosses, and sand across its centre', () => {
  assert.ok(share(6, (cost) => cost === WATER) > 0.3);
  const [sand] = areas(6, SAND);
  assert.ok(Math.hypot(sand.centre[0] - 15.5, sand.centre[1] - 15.5) < 4);
  // Without water and sand, start and goal are apart.
  const dry = drawMap(6).map((cost) => (cost === 1 ? 1 : 0));
  assert.is(measure([...dry], 0).dijkstraNodes, 0);
  const { diffusionPath, dijkstraPath } = plain[5];
  assert.ok(treads(6, diffusionPath, SAND) && treads(6, dijkstraPath, SAND));
  assert.is.not(diffusionPath.join(), dijkstraPath.join());
});

test('the table of the lab notes shows our counts beside the printed ones', () => {
  const file = new URL('../../../docs/lab-notes/diffusion.md', import.meta.url);
  const notes = readFileSync(file, 'utf8');
  for (const study of MCMILLAN_TABLE_5_3) {
    const ours = plain[study.map - 1];
    const queued = study.map === 5 ? 701 : CELLS;
    const pairs = [
      [ours.diffusionSteps, study.diffusionIterations],
      [ours.dijkstraRounds, study.dijkstraIterations],
      [ours.queued, queued],
      [ours.diffusionNodes, study.diffusionNodes],
      [ours.dijkstraNodes, study.dijkstraNodes],
    ];
    const counts = pairs.map(([own, printed]) => `${own} (${printed})`);
    const row = `| ${study.map} | ${counts.join(' | ')} |`;
    assert.ok(notes.includes(row), `the lab notes lack: ${row}`);
  }
});

test.run();
