// Antelopes and lions on the GPU live as those in WebAssembly do, cell by cell and tick by tick.
import { readBuffer } from '@wayfield/gpu-core';
import { sameArray } from '@wayfield/testing';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { savannaFunctions } from '../src/scenes/antelopes/on-cpu.ts';
import { createGpuSavanna } from '../src/scenes/antelopes/on-gpu.ts';
import { makeMap } from '../src/scenes/maps/make-map.ts';

const device = await testDevice();
const test = suite('antelopes and lions on a GPU');
const palettes = { grass: () => new Uint32Array(256), scent: () => new Uint32Array(256) };

test('GPU and WebAssembly agree: births, deaths, arrivals, walls, habits (seed 5)', async () => {
  const { width, height, terrain, open } = smallMap();
  const habits = { fear: 1, speed: 0.9, steps: 2 };
  const options = {
    width,
    height,
    terrain,
    open,
    antelopes: 40,
    lions: 3,
    grass: 0.3,
    seed: 5,
    habits,
  };
  savannaFunctions.begin(options);
  const solver = await createGpuSavanna(device, options, 'none', palettes);
  const levels = new Uint8Array(Math.ceil((width * height) / 4) * 4);

  async function agree(ticks: number): Promise<ReturnType<typeof savannaFunctions.tick>> {
    const expected = savannaFunctions.tick(ticks, 'none');
    await solver.tick(ticks);
    const { antelopes, lions } = await solver.places();
    sameArray(antelopes, expected.antelopeTo, 'antelopes');
    sameArray(lions, expected.lionTo, 'lions');
    assert.equal(solver.census, { antelopes: expected.antelopes, lions: expected.lions });
    await readBuffer(device, solver.grass.index as GPUBuffer, levels);
    sameArray(levels.subarray(0, width * height), expected.grass, 'grass');
    return expected;
  }
  const both = [savannaFunctions, solver];
  await agree(0);
  for (let i = 0; i < 3; i++) await agree(1);
  await agree(8);
  const wall = Uint32Array.from({ length: height }, (_, y) => y * width + (width >> 1));
  for (const one of both) one.setTerrain(wall, new Float32Array(height));
  await agree(4);
  // others shun lions less, from the next tick on
  for (const one of both) one.setHabits({ fear: -2, speed: 0.6, steps: 3 });
  await agree(8);
  for (const one of both) one.setTerrain(wall, new Float32Array(height).fill(1));
  const { antelopes, lions } = await agree(30);
  assert.ok(antelopes.born > 0 && antelopes.starved > 0, JSON.stringify(antelopes));
  assert.ok(antelopes.caught > 5 && lions.arrived > 0, JSON.stringify({ antelopes, lions }));
  solver.destroy();
});

/** A corner of the islands. */
function smallMap() {
  const [width, height] = [36, 27];
  const { terrain: whole, width: pitch } = makeMap('islands', 'small', 5);
  const terrain = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    terrain.set(whole.subarray(y * pitch, y * pitch + width), y * width);
  }
  const open = Uint32Array.from(terrain.keys()).filter((cell) => terrain[cell] > 0);
  // in an order that is none
  return {
    width,
    height,
    terrain,
    open: open.sort((a, b) => ((a * 7919) % 1009) - ((b * 7919) % 1009)),
  };
}

test.run();
