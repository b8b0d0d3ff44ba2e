// Batches of queries on the grid of the first study's largest scenario: wall time of a run with
// paths, cold and warm. node --import tsx bench/search.ts [--agents 786432] [--quick] [--json FILE]
// TEST_GPU=software runs the software driver (to check the program, not the figures).
import { writeFileSync } from 'node:fs';
import { randomWords } from '@wayfield/testing';
import { buildGrid, buildQueries } from '@wayfield/graph';
import { SOFTWARE_DAWN, useSoftwareVulkan } from '@wayfield/testing/gpu';
import { createGpuSolver, type GpuAlgorithm, type GpuVariant } from '../src/index.ts';
import { requestDevice } from '../src/node.ts';

const quick = process.argv.includes('--quick');
const at = process.argv.indexOf('--agents');
const agents = at > 0 ? Number(process.argv[at + 1]) : quick ? 2000 : 786_432;
const side = 30;
const repeats = quick ? 2 : 5;

const software = process.env.TEST_GPU === 'software';
if (software) useSoftwareVulkan();
const device = await requestDevice(software ? { dawn: SOFTWARE_DAWN, allowSoftware: true } : {});
const rows: object[] = [];
const ms = (time: number): string => `${time.toFixed(1)} ms`;
for (const density of [0, 0.2]) {
  const chance = randomWords(side * side, 7);
  const cost = Float32Array.from(chance, (word) => (word / 2 ** 32 < density ? 0 : 1));
  const grid = buildGrid({ width: side, height: side, cost });
  const open = [...cost.keys()].filter((cell) => cost[cell] > 0);
  const cells = randomWords(2 * agents, 8).map((word) => open[word % open.length]);
  const queries = buildQueries({
    source: cells.subarray(0, agents),
    target: cells.subarray(agents),
  });
  for (const algorithm of ['astar', 'dijkstra', 'greedy'] as GpuAlgorithm[]) {
    for (const variant of ['invocation', 'workgroup'] as GpuVariant[]) {
      const solver = await createGpuSolver(device, grid, { algorithm, variant });
      const times: number[] = [];
      let reuse = undefined;
      for (let k = 0; k <= repeats; k++) {
        const start = performance.now();
        reuse = await solver.run(queries, { share: 'never', ...(reuse && { reuse }) });
        times.push(performance.now() - start);
      }
      const [cold, ...warm] = times;
      console.log(
        `${agents} agents, ${density * 100} % obstacles, ${algorithm}, ${variant}: ` +
          `cold ${ms(cold)}, warm ${ms(Math.min(...warm))}`,
      );
      rows.push({ agents, density, algorithm, variant, coldMs: cold, warmMs: Math.min(...warm) });
      solver.destroy();
    }
  }
}
const json = process.argv.indexOf('--json');
if (json > 0) {
  const { vendor, architecture, description } = device.adapterInfo;
  const gpu = [vendor, architecture, description].filter(Boolean).join(', ');
  writeFileSync(process.argv[json + 1], `${JSON.stringify({ gpu, rows }, null, 1)}\n`);
}
device.destroy();
process.exit(0);
