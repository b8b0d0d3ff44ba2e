// The neighbours that the GPU finds are exactly the nearest by (square in f32, slot).
import { sharedDevice } from '@wayfield/testing/gpu';
import { readBuffer } from '@wayfield/gpu-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AgentOptions } from '@wayfield/crowd';
import { createGpuCrowdBy } from '../src/gpu/crowd.ts';
import type { CrowdBuffers } from '../src/gpu/state/buffers.ts';
import { addAll, latticeAgents, numbers, OPEN_SCENES, randomAgents } from './gpu-scenes.ts';

const device = await sharedDevice();
const test = suite('neighbours on the GPU');
const f = Math.fround;

/** Slots of the neighbours of each agent, the nearest first. */
function expected(agents: readonly AgentOptions[]): number[][] {
  return agents.map((own, slot) => {
    const { neighbourDistance = 5, maxNeighbours = 10, mask = 0xffffffff, storey = 0 } = own;
    return agents
      .map((other, at) => {
        const [dx, dy] = [f(other.x - own.x), f(other.y - own.y)];
        return { at, other, square: f(f(dx * dx) + f(dy * dy)) };
      })
      .filter(
        ({ at, other, square }) =>
          at !== slot &&
          square <= f(neighbourDistance) ** 2 &&
          (mask & (other.group ?? 1)) !== 0 &&
          storey === (other.storey ?? 0),
      )
      .sort((a, b) => a.square - b.square || a.at - b.at)
      .slice(0, maxNeighbours)
      .map(({ at }) => at);
  });
}

/** The same by the kernel, after some ticks' plans of the grid. */
async function found(agents: readonly AgentOptions[], ticks: number): Promise<number[][]> {
  let buffers: (CrowdBuffers & { readonly near: GPUBuffer }) | undefined;
  const capacity = agents.length + 3;
  const crowd = await createGpuCrowdBy(
    device,
    {},
    { capacity, preferred: 'resident' },
    { last: 'findNear', made: (made) => (buffers = made) },
  );
  addAll(crowd, agents);
  for (let k = 0; k < ticks; k++) await crowd.step(0.1);
  const { near, places, rank } = buffers!;
  const lists = await readBuffer(device, near, new Uint32Array(near.size / 4));
  const facts = await readBuffer(device, places, new Uint32Array(places.size / 4));
  const lengths = await readBuffer(device, rank, new Uint32Array(capacity));
  const slotAt = (place: number): number => facts[4 * (2 * capacity + place)];
  const answer: number[][] = agents.map(() => []);
  for (let place = 0; place < agents.length; place++) {
    const list = Array.from({ length: lengths[place] }, (_, i) =>
      slotAt(lists[i * capacity + place]),
    );
    answer[slotAt(place)] = list;
  }
  crowd.destroy();
  return answer;
}

async function check(agents: readonly AgentOptions[], ticks = 2): Promise<void> {
  const right = expected(agents);
  (await found(agents, ticks)).forEach((list, slot) => assert.equal(list, right[slot], `${slot}`));
}

for (const { name, agents } of OPEN_SCENES) test(name, () => check(agents));

test('a tight lattice, half a metre, far away', () => check(latticeAgents(16, 0.5, 4096)));
test('lists of 32, kept in an array', () =>
  check(randomAgents(120, 8, () => ({ maxNeighbours: 32, neighbourDistance: 6 }), 9)));
test('the first tick, whose cells are as wide as an agent sees', () =>
  check(randomAgents(200, 30, undefined, 3), 1));
test('a few agents a thousand kilometres away', () =>
  check([
    ...randomAgents(60, 8, undefined, 4),
    { x: 1e6, y: -3e5 },
    { x: 1e6 + 2, y: -3e5 },
    { x: -9e5, y: 1e6 },
  ]));
test('agents 2^30 m away along one axis, which see a quarter of a metre', () => {
  const options = { neighbourDistance: 0.25, radius: 0.05 };
  const at = (x: number, y: number): AgentOptions => ({ x, y, ...options });
  const far = 2 ** 30 - 1;
  const near = [0, 0.125, 0.0625, 0.1875];
  return check([at(0, 0), ...near.map((y) => at(far, y)), ...near.map((x) => at(x, far))], 1);
});
test('agents that see very far among others', () => {
  const next = numbers(6);
  return check(
    randomAgents(150, 60, () => ({ neighbourDistance: next() < 0.1 ? 100 : 1.5 }), 8),
    3,
  );
});

test.run();
