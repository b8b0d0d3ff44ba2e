// Time of a step on the scene of crowd-bench, a program for RVO2.
//
// `node --import tsx bench/rvo2-scene.ts [--agents 10000] [--ticks 60]` prints milliseconds per
// step and microseconds per agent, as crowd-bench does.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createCrowd } from '../src/index.ts';
import { fillScene, prefer, TRAITS } from './crowd-bench.ts';

function main(): void {
  const { values } = parseArgs({
    options: {
      agents: { type: 'string', default: '10000' },
      ticks: { type: 'string', default: '60' },
      spacing: { type: 'string', default: '2' },
    },
  });
  const agents = Number(values.agents);
  const ticks = Number(values.ticks);
  const crowd = createCrowd({}, { capacity: agents, defaults: TRAITS });
  const goals = fillScene(crowd, agents, Number(values.spacing));
  // the compiler of V8 optimises kernels while they run
  const start = crowd.snapshot();
  for (let tick = 0; tick < 20; tick++) {
    prefer(crowd, goals);
    crowd.step(1 / 60);
  }
  crowd.restore(start);
  const times: number[] = [];
  for (let tick = 0; tick < ticks; tick++) {
    prefer(crowd, goals);
    const begun = performance.now();
    crowd.step(1 / 60);
    times.push(performance.now() - begun);
  }
  const mean = times.reduce((sum, ms) => sum + ms, 0) / ticks;
  const micro = ((1000 * mean) / agents).toFixed(3);
  const median = times.toSorted((a, b) => a - b)[ticks >> 1];
  console.log(
    `${agents} agents, ${ticks} steps: ${mean.toFixed(3)} ms a step, ${micro} us per agent, ` +
      `median ${((1000 * median) / agents).toFixed(3)}, hash ${crowd.hash()}`,
  );
}

main();
