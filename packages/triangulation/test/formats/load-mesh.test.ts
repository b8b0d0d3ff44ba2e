import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkPolygonMesh, loadMesh } from '../../src/formats.ts';

const test = suite('loadMesh');

/** A square of two triangles; `neighbours`: those of both triangles, by the end of each side. */
const square = (one: string, other: string): string =>
  `mesh 2 4 2  0 0 0  4 0 0  4 4 0  0 4 0  3 0 1 2 ${one}  3 0 2 3 ${other}`;

test('neighbours that name each other', () => {
  const mesh = loadMesh(square('1 -1 -1', '-1 0 -1'));
  checkPolygonMesh(mesh);
  assert.is(mesh.twin[2], 3);
  assert.is(mesh.twin[3], 2);
});

test('refuses a neighbour that does not name the polygon', () => {
  refuses(
    () => loadMesh(square('1 -1 -1', '-1 -1 -1')),
    RangeError,
    'polygon 0 names 1 across its side 2 to 0, but 1 does not name 0 there',
  );
  refuses(
    () => loadMesh(square('-1 -1 -1', '-1 0 -1')),
    RangeError,
    'polygon 1 names 0 across its side 0 to 2, but 0 does not name 1 there',
  );
});

test.run();
