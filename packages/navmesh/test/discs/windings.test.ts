// Circulations against winding numbers, which are counted walk by walk.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWindingTest } from '../../src/discs/windings.ts';
import { toSegment } from '@wayfield/triangulation/internal/half-edges';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('what closed walks wind around');

/** How often a closed walk turns around a point, counterclockwise. */
function windings(walk: readonly (readonly [number, number])[], px: number, py: number): number {
  let turned = 0;
  for (const [i, [bx, by]] of walk.entries()) {
    const [ax, ay] = walk.at(i - 1)!;
    const [ux, uy, vx, vy] = [ax - px, ay - py, bx - px, by - py];
    turned += Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
  }
  return Math.round(turned / (2 * Math.PI));
}

test('two points are apart exactly where a walk winds around one more often', () => {
  const random = createRandom(7);
  let [apart, joined] = [0, 0];
  for (let round = 0; round < 60; round++) {
    // walks with corners on a grid share points, cross each other and run along each other
    const walks = Array.from({ length: 1 + Math.floor(4 * random()) }, () =>
      Array.from({ length: 3 + Math.floor(6 * random()) }, () => {
        return [Math.floor(6 * random()), Math.floor(6 * random())] as const;
      }),
    );
    const ofPoint = (p: readonly [number, number]): number => 6 * p[1] + p[0];
    const lines = walks.flatMap((walk) =>
      walk.flatMap((p, i) => [ofPoint(walk.at(i - 1)!), ofPoint(p)]),
    );
    // and a line that no walk uses, which keeps nothing apart
    lines.push(36, 37);
    const x = Float64Array.from({ length: 38 }, (_, v) => (v < 36 ? v % 6 : 2.5 + 40 * (v - 36)));
    const y = Float64Array.from({ length: 38 }, (_, v) => (v < 36 ? Math.floor(v / 6) : 9));
    const areApart = createWindingTest({ x, y, lines: Uint32Array.from(lines) });
    for (let k = 0; k < 40; k++) {
      // half of the points lie straight below corners
      const place = (): [number, number] => [
        Math.floor(6 * random()) + (random() < 0.5 ? 0 : 0.37),
        7 * random() - 1 + 1e-3 * Math.SQRT2,
      ];
      const [[ax, ay], [bx, by]] = [place(), place()];
      if (walks.some((walk) => isOn(walk, ax, ay) || isOn(walk, bx, by))) continue;
      // walks that share points can be joined in other ways: all basic walks of one round count
      if (walks.length > 1 || hasRepeats(walks[0])) {
        if (walks.some((walk) => windings(walk, ax, ay) !== windings(walk, bx, by)))
          assert.ok(areApart(ax, ay, bx, by), `${round}: ${ax} ${ay}, ${bx} ${by}`);
        continue;
      }
      const expected = windings(walks[0], ax, ay) !== windings(walks[0], bx, by);
      assert.is(areApart(ax, ay, bx, by), expected, `${round}: ${ax} ${ay}, ${bx} ${by}`);
      if (expected) apart++;
      else joined++;
    }
  }
  assert.ok(apart > 20 && joined > 100, `${apart} apart, ${joined} joined`);
});

/** Whether a point lies on a line of a walk. */
function isOn(walk: readonly (readonly [number, number])[], px: number, py: number): boolean {
  return walk.some(([bx, by], i) => {
    const [ax, ay] = walk.at(i - 1)!;
    return toSegment(px, py, [ax, ay, bx, by]) < 1e-12;
  });
}

/** Whether a walk comes to a point twice, so that a part of it is a closed walk too. */
function hasRepeats(walk: readonly (readonly [number, number])[]): boolean {
  return new Set(walk.map(([x, y]) => 6 * y + x)).size < walk.length;
}

test.run();
