import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNavMesh, triangulate } from '../../src/index.ts';
import { createSegments } from '../../src/obstacles/segments.ts';
import { snapGrid } from '../../src/obstacles/snap.ts';
import { insertSegment } from '../../src/obstacles/insert-segment.ts';

const test = suite('insertSegment');

test('limits the pieces of a segment without a grid, where crossings can multiply', () => {
  for (const grid of [undefined, snapGrid(5)]) {
    // six vertices along y = 0, so a segment over all of them has five pieces
    const mesh = createNavMesh({ boundary: [0, 0, 2, 0, 4, 0, 6, 0, 8, 0, 10, 0, 10, 10, 0, 10] });
    const { triangulation: t } = mesh;
    const at = (x: number): number =>
      Array.from({ length: t.vertexCount }, (_, v) => v).find((v) => t.x[v] === x && t.y[v] === 0)!;
    const segments = createSegments(grid);
    segments.from[0] = at(0);
    segments.to[0] = at(10);
    segments.count = 1;
    insertSegment(t, segments, 0, 5);
    const tooMany = (): void => insertSegment(t, segments, 0, 4);
    if (grid) tooMany();
    else assert.throws(tooMany, /\(0, 0\) to \(10, 0\) falls into more than 4 pieces; snap/);
  }
});

test('counts pieces, not crossings and pieces', () => {
  // four walls across y = 1, so a segment that crosses them all has five pieces
  const walls = [1, 2, 3, 4].flatMap((x) => [x, 0, x, 2]);
  const input = [...walls, 0, 1, 5, 1];
  for (const [limit, isEnough] of [
    [5, true],
    [4, false],
  ] as const) {
    const { triangulation: t, segments, vertexOf } = triangulate(input, [0, 1, 2, 3, 4, 5, 6, 7]);
    segments.from[segments.count] = vertexOf[8];
    segments.to[segments.count] = vertexOf[9];
    const lay = (): void => insertSegment(t, segments, segments.count, limit);
    if (isEnough) lay();
    else assert.throws(lay, /\(0, 1\) to \(5, 1\) falls into more than 4 pieces; snap/);
  }
});

test.run();
