// Corners of arcs, and that paths have the same bits in every engine.
import { whereArraysEnd } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPathStore } from '../src/guides/path-store.ts';

/** A route of one arc from angle `start` over `sweep`, and a last point. */
function arcRoute(start: number, sweep: number, radius = 2.5) {
  const [cx, cy] = [3, -7];
  const end = start + sweep;
  return {
    firstPoint: Uint32Array.of(0, 2),
    x: Float64Array.of(cx + radius * Math.cos(start), cx + radius * Math.cos(end)),
    y: Float64Array.of(cy + radius * Math.sin(start), cy + radius * Math.sin(end)),
    centreX: Float64Array.of(cx, cx),
    centreY: Float64Array.of(cy, cy),
    sweep: Float64Array.of(sweep, 0),
  };
}

const test = suite('path store');

test('puts the corners of an arc where its tangents cross', () => {
  for (const sweep of [0.001, 0.5, -0.5, 1, -2, 3.1, -3.1, 6]) {
    for (const start of [0, 1, -2.5, 3]) {
      const store = createPathStore(1);
      const route = arcRoute(start, sweep);
      store.putRoute(0, route, 0);
      const pieces = Math.ceil(Math.abs(sweep) / (Math.PI / 6));
      assert.is(store.length[0], 2 + pieces);
      const step = sweep / pieces;
      const reach = 2.5 / Math.cos(step / 2);
      for (let k = 0; k < pieces; k++) {
        const angle = start + (k + 0.5) * step;
        const at = store.first[0] + 1 + k;
        const away = Math.hypot(
          store.x[at] - 3 - reach * Math.cos(angle),
          store.y[at] + 7 - reach * Math.sin(angle),
        );
        assert.ok(away < 1e-13, `sweep ${sweep} from ${start}, corner ${k}: off by ${away}`);
      }
    }
  }
});

test('takes no functions whose last bit depends on the engine', () => {
  const { sin, cos, hypot } = Math;
  const route = arcRoute(0.3, 2);
  const refuse = (): never => {
    throw new Error('depends on the engine');
  };
  const store = createPathStore(1);
  try {
    Object.assign(Math, { sin: refuse, cos: refuse, hypot: refuse });
    store.putRoute(0, route, 0);
    store.inset(0, 0.1);
  } finally {
    Object.assign(Math, { sin, cos, hypot });
  }
  assert.is(store.length[0], 6);
});

test('loses no coordinate when memory ends while the arrays grow', () => {
  const store = createPathStore(2);
  const points = Array.from({ length: 2000 }, (_, i) => i);
  store.putPoints(1, [5, 6, 7, 8]);
  assert.not.ok(whereArraysEnd(1, () => store.putPoints(0, points), ['Float64Array']));
  store.putPoints(0, points);
  const at = store.first[0];
  assert.is(store.length[0], 1000);
  assert.equal([store.x[at + 999], store.y[at + 999]], [1998, 1999]);
  assert.equal([store.x[store.first[1] + 1], store.y[store.first[1] + 1]], [7, 8]);
});

test.run();
