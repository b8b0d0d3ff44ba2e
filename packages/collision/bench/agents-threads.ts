// Ticks of a world of agents on one and on several threads, after a build:
//
//   node --import tsx bench/agents-threads.ts [--agents 100000] [--work 20] [--ticks 20]
//
// `work`: sines that each decision computes. Prints JSON: milliseconds of a tick, and whether the
// world is that of one thread.
import { parseArgs } from 'node:util';
import { type AgentsPool, createAgentsPool } from '@wayfield/collision/agents-pool';

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '100000' },
    work: { type: 'string', default: '20' },
    ticks: { type: 'string', default: '20' },
    threads: { type: 'string', default: '1,2,4,8' },
  },
});
const agents = Number(values.agents);
const side = Math.sqrt(20 * agents);

/** The sum of all places and numbers. */
function digestOf(world: AgentsPool): number {
  const { x, y, end } = world.environment.bodies;
  const [energy, mood] = ['energy', 'mood'].map((name) => world.numbers(name));
  let sum = 0;
  for (let slot = 0; slot < end; slot++)
    sum += x[slot] * slot + y[slot] + energy[slot] + mood[slot];
  return sum;
}

const rows: object[] = [];
let right: number | undefined;
// 0: no workers
for (const threads of [0, ...values.threads.split(',').map(Number)]) {
  const world = await createAgentsPool({
    model: new URL('agents-model.js', import.meta.url),
    parameters: { work: Number(values.work) },
    side,
    capacity: agents,
    ...(threads === 0
      ? {
          worker: () => {
            throw new Error('none wanted');
          },
        }
      : { threads }),
  });
  for (let i = 0; i < agents; i++) world.bear(i % 3 === 0 ? 'grass' : 'herd');
  await world.tick();
  const times: number[] = [];
  for (let tick = 0; tick < Number(values.ticks); tick++) {
    const begun = performance.now();
    await world.tick();
    times.push(performance.now() - begun);
  }
  const digest = digestOf(world);
  right ??= digest;
  times.sort((a, b) => a - b);
  rows.push({ threads, msPerTick: times[times.length >> 1], same: digest === right });
  await world.destroy();
}
console.log(JSON.stringify({ agents, work: Number(values.work), rows }, null, 2));
process.exitCode = digestsDiffer() ? 1 : 0;

function digestsDiffer(): boolean {
  return rows.some((row) => !(row as { same: boolean }).same);
}
