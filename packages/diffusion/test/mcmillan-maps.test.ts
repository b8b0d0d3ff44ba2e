// Tables 5.3 and 5.4 of McMillan (2014) on the six maps drawn anew (bench/design-maps.ts).
import { readFileSync } from 'node:fs';
import { FOUND, NO_PATH } from '@wayfield/graph';
import { parseTerrainCsv } from '@wayfield/graph/formats';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createDiffusion,
  diffusionMapOf,
  MCMILLAN_CAP,
  MCMILLAN_PARALLEL,
  MCMILLAN_STRENGTH,
  MCMILLAN_TABLE_5_3,
  mcmillanIterations,
} from '../src/index.ts';
import { measure } from '../bench/map-measures.ts';

const test = suite('mcmillan, tables 5.3 and 5.4');
const N = 32;
const GOAL = N * N - 1;

function costsOf(map: number): Float32Array {
  const text = readFileSync(new URL(`../maps/mcmillan-${map}.csv`, import.meta.url), 'utf8');
  const grid = parseTerrainCsv(text);
  assert.is(grid.width, N);
  assert.is(grid.height, N);
  return grid.cost;
}

function modelOf(map: number, options: object) {
  const text = readFileSync(new URL(`../maps/mcmillan-${map}.csv`, import.meta.url), 'utf8');
  const model = createDiffusion(diffusionMapOf(parseTerrainCsv(text)), options);
  model.setGoals('goal', { cell: [GOAL], strength: MCMILLAN_STRENGTH });
  return model;
}

for (const row of MCMILLAN_TABLE_5_3) {
  const { map, diffusionIterations, diffusionNodes, dijkstraNodes } = row;
  test(`map ${map}: ${diffusionIterations} iterations, paths of ${diffusionNodes} and ${dijkstraNodes} cells`, () => {
    const model = modelOf(map, MCMILLAN_PARALLEL);
    const report = model.settle({ limit: MCMILLAN_CAP });
    assert.is(mcmillanIterations(report), diffusionIterations);
    // the study's program ran on to its cap
    if (diffusionIterations === MCMILLAN_CAP) model.step(MCMILLAN_CAP - report.steps);
    const routes = model.ascend('goal', 0);
    assert.is(routes.status[0], diffusionNodes > 0 ? FOUND : NO_PATH);
    assert.is(routes.firstNode[1], diffusionNodes);
    // the study's own Dijkstra, ties and all
    const plain = measure([...costsOf(map)], MCMILLAN_CAP);
    assert.is(plain.dijkstraNodes, dijkstraNodes);
    assert.is(plain.diffusionNodes, diffusionNodes);
    sameArray(routes.node.subarray(0, diffusionNodes), plain.diffusionPath);
  });
}

test("parallel Dijkstra's outer rounds are those of table 5.4", () => {
  for (const { map, dijkstraIterations } of MCMILLAN_TABLE_5_3) {
    const { dijkstraRounds } = measure([...costsOf(map)], 0);
    assert.is(dijkstraRounds, dijkstraIterations, `map ${map}`);
  }
});

test('the maps are what the study says of them', () => {
  const maps = [0, 1, 2, 3, 4, 5, 6].map((map) => (map === 0 ? new Float32Array() : costsOf(map)));
  const share = (map: number, of: (cost: number) => boolean): number =>
    maps[map].filter(of).length / maps[map].length;
  assert.is(
    share(1, (cost) => cost === 1),
    1,
  );
  // about half of the third has another cost than 1
  assert.ok(Math.abs(share(3, (cost) => cost > 1) - 0.5) < 0.06);
  // the fifth: 701 cells are ever queued
  assert.is(measure([...maps[5]], 0).reached, 701);
  assert.is(
    share(6, (cost) => cost === 0),
    0,
  );
  // the second: scent crosses the river, Dijkstra goes over the bridge
  const swims = (map: number, path: readonly number[]): boolean =>
    path.some((v) => maps[map][v] >= 8);
  const second = measure([...maps[2]], 100);
  assert.ok(swims(2, second.diffusionPath) && !swims(2, second.dijkstraPath));
  // the sixth: both cross by the sand bank, on other ways
  const sixth = measure([...maps[6]], 100);
  assert.ok(!swims(6, sixth.diffusionPath) && !swims(6, sixth.dijkstraPath));
  assert.is.not(sixth.diffusionPath.join(), sixth.dijkstraPath.join());
});

test('without underflow and cut-off cells, what ran to the cap settles early', () => {
  for (const map of [4, 5]) {
    const model = modelOf(map, {});
    const { reason, steps, unreachable } = model.settle({ limit: MCMILLAN_CAP });
    assert.is(reason, 'front');
    assert.ok(steps < 150, `${steps}`);
    assert.is(unreachable > 0, map === 5);
    assert.is(model.ascend('goal', 0).status[0], map === 5 ? NO_PATH : FOUND);
  }
});

test.run();
