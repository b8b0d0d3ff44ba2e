import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildPolygonMesh, createNavMesh } from '../../src/index.ts';
import {
  checkPolygonMesh,
  meshOfTriangles,
  readEle,
  readNode,
  readPoly,
  writeNode,
  writePoly,
  writeTriangles,
} from '../../src/formats.ts';

const test = suite('files of triangle');

// the box of triangle's page: a square with a square hole, numbers from 1
const POLY = `# A box with eight vertices and eight edges
8 2 0 1
 1  0 0  1
 2  3 0  1
 3  3 3  1
 4  0 3  1
 5  1 1  0   # the hole
 6  2 1  0
 7  2 2  0
 8  1 2  0

8 1
 1  1 2  5
 2  2 3  5
 3  3 4  5
 4  4 1  5
 5  5 6  0
 6  6 7  0
 7  7 8  0
 8  8 5  0
1
 1  1.5 1.5
`;

test('reads a .poly file as its page describes it', () => {
  const poly = readPoly(POLY);
  assert.is(poly.base, 1);
  assert.equal([...poly.points.subarray(0, 6)], [0, 0, 3, 0, 3, 3]);
  assert.equal([...poly.markers], [1, 1, 1, 1, 0, 0, 0, 0]);
  assert.equal([...poly.edges.subarray(0, 4)], [0, 1, 1, 2]);
  assert.equal([...poly.holes], [1.5, 1.5]);
});

test('reads what it writes', () => {
  const poly = readPoly(POLY);
  const again = readPoly(writePoly(poly));
  for (const name of ['points', 'markers', 'edges', 'holes'] as const) {
    assert.equal([...again[name]], [...poly[name]], name);
  }
  assert.equal([...readNode(writeNode(poly)).points], [...poly.points]);
  // points in a file of their own
  const edgesOnly = writePoly(poly).split('\n').slice(9).join('\n');
  const apart = readPoly(`0 2 0 1\n${edgesOnly}`, readNode(writeNode(poly)));
  assert.equal([...apart.edges], [...poly.edges]);
  assert.equal([...apart.points], [...poly.points]);
});

test('makes the same mesh of triangles', () => {
  const square = [1, 1, 2, 1, 2, 2, 1, 2];
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 3, 0, 3, 3, 0, 3],
    obstacles: [square],
  });
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const { node, ele } = writeTriangles(mesh);
  const nodes = readNode(node);
  const back = meshOfTriangles(nodes, readEle(ele, nodes));
  checkPolygonMesh(back);
  for (const name of ['x', 'y', 'corner', 'twin', 'firstSide'] as const) {
    assert.equal([...back[name]], [...mesh[name]], name);
  }
});

test('turns triangles to the left, and keeps segments as walls', () => {
  const nodes = readNode('4 2 0 0\n0 0 0\n1 1 0\n2 1 1\n3 0 1\n');
  // the first triangle turns right, six points per triangle
  const elements = readEle('2 6 0\n0 0 2 1 0 0 0\n1 0 2 3 0 0 0\n', nodes);
  const open = meshOfTriangles(nodes, elements);
  checkPolygonMesh(open);
  assert.is(open.twin.filter((side) => side !== 0xffffffff).length, 2);
  const walled = meshOfTriangles(nodes, elements, { edges: Uint32Array.of(0, 2) });
  assert.ok(walled.twin.every((side) => side === 0xffffffff));
  const third = { triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 2, 1) };
  refuses(() => meshOfTriangles(nodes, third), RangeError, /join three triangles/);
  const same = { triangles: Uint32Array.of(0, 1, 2, 0, 1, 3) };
  refuses(() => meshOfTriangles(nodes, same), RangeError, /0 and 1 .*same side/);
  const none = { triangles: Uint32Array.of(0, 1, 4) };
  refuses(
    () => meshOfTriangles(nodes, none),
    RangeError,
    'elements.triangles[2] is 4, expected a point below 4',
  );
  const part = { triangles: Uint32Array.of(0, 1) };
  refuses(() => meshOfTriangles(nodes, part), RangeError, /elements.triangles.length is 2/);
});

test('says which word of which line is wrong', () => {
  const is = (run: () => unknown, message: string): void => refuses(run, RangeError, message);
  is(() => readNode('2 2 0 0\n0 0 0\n'), 'node: the file ends after 2 lines');
  is(() => readNode('# points\n\n2 2 0 0\n0 0 0\n'), 'node: the file ends after 4 lines');
  is(() => readNode('1 3\n'), "node: word 2 of line 1 is '3', expected 2 dimensions");
  is(() => readNode('1 2\n0 0 x\n'), "node: word 3 of line 2 is 'x', expected y");
  is(() => readNode('2 2\n0 0 0\n2 0 0\n'), "node: word 1 of line 3 is '2', expected point 1");
  is(
    () => readNode('1 2\n0 0 0\n1 1 1\n'),
    "node: word 1 of line 3 is '1', expected the end of the file",
  );
  is(
    () => readPoly('0 2\n1\n0 0 1\n0\n'),
    'poly: the file has no points, so it needs those of its .node file',
  );
  is(
    () => readPoly('1 2\n1 0 0\n1\n1 1 2\n0\n'),
    "poly: word 3 of line 4 is '2', expected a point from 1 to 1",
  );
  const nodes = readNode('1 2\n0 0 0\n');
  is(
    () => readEle('1 4\n0 0 0 0 0\n', nodes),
    "ele: word 2 of line 1 is '4', expected 3 or 6 points per triangle",
  );
  is(
    () => readEle('1 3\n0 0 0\n', nodes),
    'ele: word 4 of line 2 is missing, expected a point number',
  );
});

test('a count beyond the lines of the file is refused before anything is allocated', () => {
  const ends = /: the file ends after \d lines$/;
  const nodes = readNode('1 2 0 0\n0 0.5 0.5\n');
  refuses(() => readNode('4000000000000 2 0 0\n'), RangeError, ends);
  refuses(() => readEle('4000000000000 3 0\n', nodes), RangeError, ends);
  refuses(() => readPoly('0 2 0 0\n4000000000000 0\n0\n', nodes), RangeError, ends);
  refuses(() => readPoly('0 2 0 0\n0 0\n4000000000000\n', nodes), RangeError, ends);
});

test.run();
