// Answers after 2^32 searches, when the numbers of searches begin again.
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaGraph, updateGraph } from '../src/areas/area-graph.ts';
import { createAreaMap } from '../src/areas/area-map.ts';
import { openCorridorHost } from '../src/corridors/corridor-host.ts';
import { openWalks } from '../src/corridors/walks.ts';
import { type Kernels, KERNELS_BASE64 } from '../src/walks.gen.ts';

const test = suite('numbers of searches');

const mesh = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9], walls: [[4, 0, 4, 7]] });

test('begin again in moves and in straight lines of discs', () => {
  const solver = createPolyanya(mesh);
  const { x, y } = solver.run(buildPointQueries([[1, 1, 8, 1]]));
  solver.destroy();
  const host = openCorridorHost(mesh, 1);
  const { kernels, doubles, line } = host;
  const round = (): string => {
    assert.ok(host.set(0, { x, y }, 0.1));
    const statuses = [
      [1, 3],
      [3, 8],
    ].map(([px, py]) => {
      doubles().set([px, py], line + 2);
      return kernels.slotMove(0, 0);
    });
    return `${statuses} ${kernels.slotOptimize(0)} ${host.sees(host.locate(1, 1), 1, 1, 3, 8)}`;
  };
  const first = round();
  for (const set of ['searchesSet', 'callsSet'] as const) {
    kernels[set](-3);
    for (let i = 0; i < 8; i++) assert.is(round(), first, `${set}, ${i}`);
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
