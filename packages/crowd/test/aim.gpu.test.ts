// Preferred velocities that the device finds: goals, headings of fields, layers.
import { sharedDevice } from '@wayfield/testing/gpu';
import { readBuffer, uploadWords } from '@wayfield/gpu-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuCrowd, createHeadings } from '@wayfield/crowd/gpu';

const device = await sharedDevice();
const test = suite('aims on the GPU');

test('agents go straight to their goals, stop there and pass none', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 4 });
  const goals = { goalX: [3, 1e6], goalY: [4, -5] };
  crowd.add({ x: 0, y: 0, maxSpeed: 2 });
  crowd.add({ x: 1e6 + 2, y: -5, maxSpeed: 1.5 });
  crowd.aim({ ...goals, speed: 1.75, arrive: 0.01 });
  await crowd.step(0.5);
  await crowd.read();
  // the first by the speed of the aim, the second by its own
  assert.ok(Math.abs(crowd.positionX[0] - 0.875 * 0.6) < 1e-6);
  assert.ok(Math.abs(crowd.positionY[0] - 0.875 * 0.8) < 1e-6);
  assert.ok(Math.abs(crowd.positionX[1] - (1e6 + 1.25)) < 1e-6);
  for (let k = 0; k < 10; k++) await crowd.step(0.5);
  await crowd.read();
  for (const slot of [0, 1]) {
    const dx = crowd.positionX[slot] - goals.goalX[slot];
    const dy = crowd.positionY[slot] - goals.goalY[slot];
    assert.ok(Math.hypot(dx, dy) < 0.01, `${slot}: ${dx}, ${dy}`);
  }
  crowd.aim(undefined);
  crowd.preferredX.fill(0);
  crowd.preferredY.fill(0);
  crowd.destroy();
});

test('agents added after an aim have the goals that the lists hold for them, or none', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 4 });
  crowd.add({ x: 5, y: 5 });
  crowd.aim({ goalX: [5, 9], goalY: [5, 9], speed: 1 });
  crowd.add({ x: 9, y: 19 });
  crowd.add({ x: 30, y: 30, preferredX: 0.5 });
  await crowd.step(0.1);
  await crowd.read();
  assert.ok(Math.abs(crowd.preferredY[1] + 1) < 1e-6, 'a goal of the lists');
  assert.equal([crowd.preferredX[2], crowd.preferredY[2]], [0.5, 0], 'left alone');
  assert.throws(() => crowd.aim({ goalX: [1, 2, 3, NaN], goalY: [1, 2, 3, 4] }), /goalX\[3\]/);
  const field = { headings: crowd.resident.motion, width: 1, height: 1, layers: 2 };
  assert.throws(() => crowd.aim({ ...field, layerOf: [0, 0.5, 0] }), /layerOf\[1\]/);
  crowd.destroy();
});

/** Headings of 2 layers of 4 by 3 cells: to the right, and upwards; the last column is empty. */
function twoLayers(): GPUBuffer {
  const words = new Float32Array(2 * 24);
  for (let layer = 0; layer < 2; layer++) {
    for (let cell = 0; cell < 12; cell++) {
      if (cell % 4 < 3) words[2 * (12 * layer + cell) + layer] = 1;
    }
  }
  return uploadWords(device, 'headings', words);
}

test('agents follow the headings of their layer', async () => {
  const headings = twoLayers();
  const crowd = await createGpuCrowd(device, {}, { capacity: 8 });
  // cells of 2 m from (10, 20) on
  crowd.add({ x: 11, y: 23, maxSpeed: 1 });
  crowd.add({ x: 13, y: 21, maxSpeed: 1 });
  crowd.add({ x: 17.5, y: 25, maxSpeed: 1 }); // where no heading is
  crowd.add({ x: 0, y: 0, maxSpeed: 1 }); // outside
  crowd.aim({
    headings,
    width: 4,
    height: 3,
    x: 10,
    y: 20,
    cellSize: 2,
    layers: 2,
    layerOf: [0, 1, 0, 1],
  });
  await crowd.step(0.1);
  await crowd.read();
  const preferred = [0, 1, 2, 3].map((slot) => [crowd.preferredX[slot], crowd.preferredY[slot]]);
  assert.equal(preferred, [
    [1, 0],
    [0, 1],
    [0, 0],
    [0, 0],
  ]);
  crowd.destroy();
  headings.destroy();
});

/** A field of `width` by `height` with rows of whole vectors, and words before its layer. */
function fieldOf(
  width: number,
  height: number,
  value: (x: number, y: number) => number,
): { buffer: GPUBuffer; offset: number; pitch: number; precision: 'f32' } {
  const pitch = Math.ceil(width / 4);
  const words = new Float32Array(64 + 4 * pitch * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) words[64 + 4 * pitch * y + x] = value(x, y);
  }
  return { buffer: uploadWords(device, 'field', words), offset: 256, pitch, precision: 'f32' };
}

for (const values of ['cost', 'scent'] as const) {
  test(`headings of a field of ${values} lead to the goal and round obstacles`, async () => {
    const [width, height] = [13, 9];
    const isOpen = (x: number, y: number): boolean => x !== 6 || y > 5;
    const none = values === 'cost' ? Infinity : 0;
    const field = fieldOf(width, height, (x, y) => {
      const cost = Math.hypot(x - 1, y - 7);
      return isOpen(x, y) ? (values === 'cost' ? cost : 2 ** -cost) : none;
    });
    const headings = await createHeadings(device, { width, height, layers: 2, values });
    const encoder = device.createCommandEncoder();
    headings.encode(encoder, field, 1);
    device.queue.submit([encoder.finish()]);
    const all = await readBuffer(device, headings.buffer, new Float32Array(4 * width * height));
    assert.ok(
      all.subarray(0, 2 * width * height).every((word) => word === 0),
      'layer 0',
    );
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = 2 * (width * height + y * width + x);
        const [hx, hy] = [all[at], all[at + 1]];
        const what = `(${x}, ${y}): ${hx}, ${hy}`;
        const isGoal = x === 1 && y === 7;
        if (!isOpen(x, y) || isGoal) {
          assert.ok(hx === 0 && hy === 0, what);
          continue;
        }
        assert.ok(Math.abs(Math.hypot(hx, hy) - 1) < 1e-6, what);
        const distance = Math.hypot(x - 1, y - 7);
        // beside the wall headings bend along it
        if (x < 5) assert.ok((hx * (1 - x) + hy * (7 - y)) / distance > 0.9, what);
        assert.ok(isOpen(x + Math.sign(hx), y) || hx === 0, what);
      }
    }
    headings.destroy();
    field.buffer.destroy();
  });
}

test('bad aims are refused by name, and the aim before stays', async () => {
  const crowd = await createGpuCrowd(device, {}, { capacity: 4 });
  crowd.add({ x: 0, y: 0, maxSpeed: 1 });
  crowd.add({ x: 9, y: 0, maxSpeed: 1 });
  crowd.aim({ goalX: [5, 9], goalY: [0, 0] });
  const small = uploadWords(device, 'small', new Float32Array(8));
  const field = { headings: small, width: 2, height: 2 };
  assert.throws(() => crowd.aim({ goalX: [1], goalY: [0, 0] }), /goalX\.length/);
  assert.throws(() => crowd.aim({ goalX: [1, NaN], goalY: [0, 0] }), /goalX\[1\]/);
  assert.throws(() => crowd.aim({ ...field, width: 3 }), /headings\.size/);
  assert.throws(() => crowd.aim({ ...field, layerOf: [0, 1] }), /layerOf\[1\]/);
  assert.throws(() => crowd.aim({ ...field, cellSize: 0 }), /cellSize/);
  await crowd.step(0.5);
  await crowd.read();
  assert.ok(Math.abs(crowd.positionX[0] - 0.5) < 1e-6);
  crowd.destroy();
  small.destroy();
});

test.run();
