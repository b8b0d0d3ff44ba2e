// Answers after 2^32 searches, when the numbers of searches begin again.
import { buildPolygonMesh, createNavMesh } from '@wayfield/triangulation';
import { findExits, findTurns, sideOwners } from '@wayfield/triangulation/internal/polygons';
import { openKernels } from '@wayfield/wasm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Kernels, KERNELS_BASE64 } from '../../src/kernels.gen.ts';
import { createEndsLocator } from '../../src/polyanya/locate-ends.ts';
import { writeMesh } from '../../src/polyanya/write-mesh.ts';

const test = suite('numbers of searches');

test('begin again without a wrong answer', () => {
  const mesh = buildPolygonMesh(
    createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9], walls: [[4, 0, 4, 7]] }).triangulation,
  );
  const ends = createEndsLocator(mesh);
  const host = openKernels<Kernels>(KERNELS_BASE64);
  const { kernels } = host;
  kernels.searchBind(mesh.vertexCount, mesh.corner.length, mesh.polygonCount, ends.epsilon, 1024);
  const [owner, turns, exit] = [sideOwners(mesh), findTurns(mesh), findExits(mesh)];
  writeMesh(host, { mesh, owner, turns, exit, ends });
  const costOf = (sx: number, sy: number, tx: number, ty: number): string => {
    ends.locate(sx, sy, tx, ty, 0);
    kernels.searchBegin(sx, sy, tx, ty);
    for (let k = 0; k < ends.sourceCount; k++) kernels.searchStart(ends.sources[k]);
    for (let k = 0; k < ends.targetCount; k++) kernels.searchTarget(ends.targets[k]);
    for (let k = 0; k < ends.sourceCount; k++) kernels.searchExpandStart(ends.sources[k]);
    return kernels.searchRun(-1).toFixed(3);
  };
  // search 1 leaves its number in records that search 2^32 + 1 would find
  assert.is(costOf(1, 1, 8, 1), '13.919');
  kernels.searchSet(-2);
  for (let i = 0; i < 4; i++) assert.is(costOf(1, 1, 8, 1), '13.919', `search ${i}`);
});

test.run();
