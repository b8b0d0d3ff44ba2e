// Calls of corridors allocate nothing while no corridor is set or repaired.
import { allocatedBytes, runsAlone } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCorridors } from '../../src/corridors.ts';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';

const test = suite('corridors allocate nothing');
const AGENTS = 25;
/** Bytes for all agents: one number that is boxed for each would take 300. */
const FEW_BYTES = 100;

const measure = (radius: number): void => {
  const obstacles = Array.from({ length: 8 }, (_, k) => {
    const [x, y] = [4 * k + 3, k % 2 === 0 ? 0 : 3];
    return [x, y, x + 1, y, x + 1, y + 5, x, y + 5];
  });
  // many small polygons where the agents are
  for (let k = 1; k < 7; k++) {
    const [x, y] = [1.7 + 0.3 * (k % 2), k + 0.73];
    obstacles.push([x, y, x + 0.04, y, x + 0.04, y + 0.04, x, y + 0.04]);
  }
  const mesh = createNavMesh({ boundary: [0, 0, 36, 0, 36, 8, 0, 8], obstacles });
  // between the small polygons
  const rows = Array.from({ length: AGENTS }, (_, k) => [
    1 + k / 100,
    1 + Math.floor(k / 10) + (k % 10) / 20,
    35,
    4,
  ]);
  const queries = buildPointQueries(rows);
  const points = createPolyanya(mesh);
  const discs = createDiscSearch(mesh, { table: false });
  const routes = radius > 0 ? discs.run(queries, { radius }) : points.run(queries);
  points.destroy();
  discs.destroy();
  const corridors = createCorridors(mesh, AGENTS);
  assert.ok(corridors.setAll({ routes, radius }).every((isSet) => isSet === 1));
  // from polygon to polygon: along the path for a while, and back
  const places = Array.from({ length: 12 }, (_, k) => ({
    x: Float64Array.from(rows, ([x]) => x + (k < 6 ? k : 12 - k) / 5),
    y: Float64Array.from(rows, ([, y]) => y),
  }));
  const next = corridors.cornersAll(2);
  const bytes = new Uint8Array(AGENTS);
  const lengths = new Float64Array(AGENTS);
  const few = { slots: Uint32Array.of(7, 3, 11, 19) };
  let step = 0;
  let moved = 0;
  const call = (): void => {
    corridors.moveAll(places[step % 12], bytes);
    moved += bytes[0];
    step++;
    corridors.cornersAll(2, next);
    corridors.validAll(undefined, bytes);
    corridors.optimizeAll(few, bytes);
    corridors.repairAll(few, bytes);
    corridors.distanceAll(undefined, lengths);
  };
  const firsts = new Set<number>();
  for (let k = 0; k < 12; k++) {
    call();
    firsts.add(corridors.polygons(0)[0]);
  }
  assert.is(moved, 12, 'kept');
  assert.ok(
    next.count.every((corners) => corners === 2),
    'each has corners ahead',
  );
  assert.ok(lengths.every(Number.isFinite), 'each has a path');
  assert.ok(firsts.size > 1, 'the polygon of the agent changes');
  const allocated = allocatedBytes(call, FEW_BYTES);
  assert.ok(allocated <= FEW_BYTES, `${allocated} bytes a call`);
  corridors.destroy();
};

if (runsAlone(import.meta.url, test, '--no-turbo-inlining')) {
  test('when points walk to and fro', () => measure(0));
  test('when discs walk to and fro', () => measure(0.1));
}

test.run();
