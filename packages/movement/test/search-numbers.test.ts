// Answers after 2^32 searches, when the numbers of searches begin again.
import { createNavMesh } from '@wayfield/navmesh';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaGraph, updateGraph } from '../src/areas/area-graph.ts';
import { createAreaMap } from '../src/areas/area-map.ts';
import { openCorridorHost } from '../src/corridors/corridor-host.ts';
import { openWalks } from '../src/corridors/walks.ts';
import { type Kernels, KERNELS_BASE64 } from '../src/walks.gen.ts';

const test = suite('numbers of searches');

const BOX = [0, 0, 9, 0, 9, 9, 0, 9];
const mesh = createNavMesh({ boundary: BOX, walls: [[4, 0, 4, 7]] });

test('begin again in searches among the polygons of corridors', () => {
  const host = openCorridorHost(mesh, 1);
  const sees = (ax: number, ay: number, bx: number, by: number): boolean =>
    host.sees(host.locate(ax, ay), ax, ay, bx, by);
  assert.ok(sees(1, 1, 3, 8), 'search 1');
  host.kernels.searchesSet(-1);
  // in one triangle: the entries of search 1 stay, apart from the first one
  assert.ok(sees(8, 1, 8.1, 1));
  for (let i = 0; i < 4; i++) assert.ok(sees(1, 1, 3, 8), `search ${i}`);
  host.destroy();
});

test('begin again in straight lines of discs', () => {
  const obstacles = [[3, 3, 6, 3, 6, 5, 3, 5]];
  const host = openCorridorHost(createNavMesh({ boundary: BOX, obstacles }), 1);
  // below the obstacle, where the straight line above it is shorter
  const around = { x: Float64Array.of(1, 1, 8, 8), y: Float64Array.of(8, 1, 1, 8) };
  host.kernels.callsSet(-2);
  for (let i = 0; i < 4; i++) {
    assert.ok(host.set(0, around, 0.1));
    assert.is(host.kernels.slotOptimize(0), 1, `call ${i}`);
    host.kernels.slotMeasure(0);
    assert.is(host.doubles()[host.line], 7);
  }
  host.destroy();
});

test('begin again in searches over areas and for nearest places', () => {
  const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, 1);
  const areas = [{ rings: [[5, 2, 7, 2, 7, 5, 5, 5]], area: 1 }];
  const map = createAreaMap(walks, { areas, costOfArea: (area) => [1, Infinity][area] });
  const triangleCount = (): number => mesh.triangulation.triangleCount;
  const graph = createAreaGraph({ cells: walks.cells, map, links: [], points: 2, triangleCount });
  updateGraph(graph, walks, mesh.triangulation.twin);
  const { kernels } = graph.host;
  const target = walks.locate(8, 1);
  const costOf = (): string => {
    kernels.searchBegin(1, 1, 8, 1, target, 1);
    for (let i = 0; i < 3; i++) kernels.searchStart(walks.locate(1, 1), i, 1);
    for (let i = 0; i < 3; i++) kernels.searchGoal(target, i, 1);
    return kernels.searchRun(-1).toFixed(6);
  };
  const nearest = (): string => {
    walks.kernels.nearestBind(0, 0, 0);
    const triangle = walks.kernels.nearestPlace(6, 3);
    return `${triangle} ${walks.kernels.nearestX()} ${walks.kernels.nearestY()}`;
  };
  const first = [costOf(), nearest()];
  kernels.searchSet(-2);
  walks.kernels.stampSet(-2);
  for (let i = 0; i < 4; i++) assert.equal([costOf(), nearest()], first, `search ${i}`);
  walks.destroy();
});

test.run();
