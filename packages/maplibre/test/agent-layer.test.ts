import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAgentLayer } from '@wayfield/maplibre';

const test = suite('agent layer');

/** A context of WebGL that keeps what is uploaded; all else answers with an object. */
function contextOf(): { gl: WebGL2RenderingContext; uploads: Float32Array[] } {
  const uploads: Float32Array[] = [];
  const gl = new Proxy(
    {},
    {
      get(_, name) {
        if (name === 'bufferData')
          return (_target: number, data: Float32Array) => uploads.push(data.slice());
        return () => ({});
      },
    },
  );
  return { gl: gl as WebGL2RenderingContext, uploads };
}

/** A context that counts the objects that are made and not deleted. */
function countingContext(links: boolean): { gl: WebGL2RenderingContext; left: () => number } {
  let left = 0;
  const gl = new Proxy(
    {},
    {
      get: (_, name) => () => {
        const call = String(name);
        if (call === 'getProgramParameter') return links;
        if (call === 'isContextLost') return false;
        if (call.startsWith('create')) left++;
        if (call.startsWith('delete')) left--;
        return {};
      },
    },
  );
  return { gl: gl as WebGL2RenderingContext, left: () => left };
}

test('a program that the driver refuses is deleted', () => {
  const { gl, left } = countingContext(false);
  const layer = createAgentLayer({ id: 'cars', capacity: 8 });
  assert.throws(() => layer.onAdd({ triggerRepaint() {} }, gl), /^the program of the agent layer/);
  assert.is(left(), 0);
});

test('a layer that comes back after `setStyle` leaves nothing of its first program', () => {
  const { gl, left } = countingContext(true);
  const layer = createAgentLayer({ id: 'cars', capacity: 8 });
  layer.onAdd({ triggerRepaint() {} }, gl);
  assert.is(left(), 3);
  layer.onAdd({ triggerRepaint() {} }, gl);
  assert.is(left(), 3);
  layer.onRemove(undefined, gl);
  layer.onRemove(undefined, gl);
  assert.is(left(), 0);
});

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The offsets of agents from the first one, as they are uploaded. */
function offsetsOf(lon: number[], lat: number[]): Float32Array {
  const { gl, uploads } = contextOf();
  const layer = createAgentLayer({ id: 'cars', capacity: 8 });
  layer.onAdd({ triggerRepaint() {} }, gl);
  layer.setDegrees(Float64Array.from(lon), Float64Array.from(lat));
  layer.render(gl, identity);
  return uploads[0];
}

/** The height of the Mercator square is 1: 0 at its upper border. */
const border = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

test('agents at a pole are on the border of the Mercator map, and others where they were', () => {
  const plain = offsetsOf([10, 20], [0, 50]);
  for (const pole of [90, -90, 89.9]) {
    const half = Math.sign(pole) * -0.5;
    const last = offsetsOf([10, 20, 10], [0, 50, pole]);
    assert.equal(last.subarray(0, 4), plain, `${pole}`);
    assert.ok(Math.abs(last[5] - half) < 1e-6, `${pole} lies at ${last[5]}, the border at ${half}`);
    const first = offsetsOf([10, 10], [pole, 0]);
    assert.equal([first[0], first[1]], [0, 0]);
    assert.ok(Math.abs(first[3] + half) < 1e-6, `the equator lies at ${first[3]} from ${pole}`);
  }
  // the border itself is not moved
  const edge = offsetsOf([0, 0], [0, border - 1e-9]);
  assert.ok(Math.abs(edge[3] + 0.5) < 1e-6, `${edge[3]}`);
});

test('places that are no numbers are refused by name', () => {
  const layer = createAgentLayer({ id: 'cars', capacity: 8 });
  layer.setDegrees(Float64Array.of(1), Float64Array.of(2));
  const set = (lon: number[], lat: number[]) => () =>
    layer.setDegrees(Float64Array.from(lon), Float64Array.from(lat));
  refuses(set([0, NaN], [0, 0]), RangeError, /^lon\[1\] is NaN, expected a finite number$/);
  refuses(
    set([0, 0], [Infinity, 0]),
    RangeError,
    /^lat\[0\] is Infinity, expected a finite number$/,
  );
  assert.is(layer.count, 1);
});

test('a count beyond the entries is refused before they are read', () => {
  const layer = createAgentLayer({ id: 'cars', capacity: 8 });
  const [one, most] = [Float64Array.of(1), Number.MAX_SAFE_INTEGER];
  refuses(() => layer.setDegrees(one, one, most), RangeError, /at most capacity, 8$/);
  refuses(() => layer.setDegrees(one, one, 2), RangeError, /at most 1, the entries given$/);
});

test.run();
