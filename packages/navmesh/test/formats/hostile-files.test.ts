import { createRandom, randomPolygon, sealed } from '@wayfield/testing/meshes';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readMesh, writeMesh } from '../../src/formats.ts';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
} from '../../src/index.ts';

const test = suite('hostile files');

test('Polyanya searches every mesh whose damage the proofs let through (seeds 1 to 3)', () => {
  const queries = buildPointQueries([
    [1, 1, 9, 9],
    [5, 5, 0, 0],
  ]);
  let refused = 0;
  let searched = 0;
  for (let seed = 1; seed <= 3; seed++) {
    const random = createRandom(600 + seed);
    const { triangulation } = createNavMesh({
      boundary: [0, 0, 10, 0, 10, 10, 0, 10],
      obstacles: Array.from({ length: 8 }, () => randomPolygon(random, seed % 4)),
    });
    const mesh = buildPolygonMesh(triangulation, { merge: false });
    const bytes = writeMesh({ triangulation, mesh });
    const words = bytes.length / 4;
    for (let i = 0; i < 200; i++) {
      const copy = bytes.slice();
      const view = new Uint32Array(copy.buffer);
      const at = 4 + Math.floor(random() * (words - 4));
      const values = [0, 1, 0xffffffff, 0x7ff00000, view[at] + 1, view[at] - 1, view[at] ^ 4, 977];
      view[at] = values[Math.floor(random() * values.length)];
      let content;
      try {
        content = readMesh(sealed(copy));
      } catch (error) {
        assert.instance(error, RangeError);
        refused++;
        continue;
      }
      for (const one of [content.mesh!, buildPolygonMesh(content.triangulation!)]) {
        const solver = createPolyanya(one);
        assert.is(solver.run(queries).status.length, 2);
        solver.destroy();
      }
      searched++;
    }
  }
  assert.ok(refused > 100 && searched > 20, `${refused} refused, ${searched} searched`);
});

test.run();
