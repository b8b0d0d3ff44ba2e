import { testDevice } from '@wayfield/testing/gpu';
import { fieldFunctions } from '../src/scenes/crowd/fields.ts';
import { createGpuCrowdSolver } from '../src/scenes/crowd/on-gpu.ts';
import { crowdFunctions } from '../src/scenes/crowd/on-cpu.ts';
import { makeWorld } from '../src/scenes/crowd/worlds.ts';
const device = await testDevice();
const world = makeWorld('streams', 120, 5);
const { width, terrain, height } = world;
const fields = { begin: async () => fieldFunctions.begin(world), change: async (...c: any) => (fieldFunctions.change as any)(...c), end: () => undefined };
const solver = await createGpuCrowdSolver(device, world, undefined, fields);
solver.setSeconds(Number(process.env.DT));
let last = await solver.places();
const done = new Set<number>();
for (let i = 0; i < 150; i++) {
  await solver.tick(1);
  const now = await solver.places();
  for (let k = 0; k < 120; k++) if (!done.has(k) && !(terrain[Math.floor(now.y[k]) * width + Math.floor(now.x[k])] > 0)) { done.add(k); console.log(i, k, last.x[k], last.y[k], '->', now.x[k], now.y[k]); }
  last = now;
}
for (let y = 0; y < height; y++) console.log(Array.from({length: width}, (_, x) => terrain[y*width+x] ? '.' : '#').join(''));
crowdFunctions.begin(world);
for (let i = 0; i < 1000; i++) { const { data } = crowdFunctions.tick(1, 1/8); const n=data.length/3; for (let k=0;k<n;k++) if (!(terrain[Math.floor(data[n+k])*width+Math.floor(data[k])]>0)) { console.log('cpu', i, k, data[k], data[n+k]); } }
process.exit(0);
