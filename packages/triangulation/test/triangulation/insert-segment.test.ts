import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNavMesh } from '../../src/index.ts';
import { createSegments } from '../../src/obstacles/segments.ts';
import { snapGrid } from '../../src/obstacles/snap.ts';
import { insertSegment } from '../../src/triangulation/insert-segment.ts';

const test = suite('insertSegment');

test('limits the pieces of a segment without a grid, where crossings can multiply', () => {
  for (const grid of [undefined, snapGrid(10)]) {
    // six vertices along y = 0, so a segment over all of them has five pieces
    const mesh = createNavMesh({ boundary: [0, 0, 2, 0, 4, 0, 6, 0, 8, 0, 10, 0, 10, 10, 0, 10] });
    const { triangulation: t } = mesh;
    const at = (x: number): number =>
      Array.from({ length: t.vertexCount }, (_, v) => v).find((v) => t.x[v] === x && t.y[v] === 0)!;
    const segments = createSegments(grid);
    segments.from[0] = at(0);
    segments.to[0] = at(10);
    segments.count = 1;
    insertSegment(t, segments, 0, 4);
    const tooMany = (): void => insertSegment(t, segments, 0, 3);
    if (grid) tooMany();
    else assert.throws(tooMany, /\(0, 0\) to \(10, 0\) falls into more than 3 pieces; snap/);
  }
});

test.run();
