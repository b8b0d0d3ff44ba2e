import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '../src/create-crowd.ts';
import type { Crowd } from '../src/types.ts';

const test = suite('agents that nothing restricts');

// An agent on another storey switches off the clear test of all agents
// (assembly/lines/clear.ts), and changes nothing else: it is out of reach of all agents.

const COUNT = 300;

interface Draw {
  readonly name: string;
  /** Square metres an agent. */
  readonly room: number;
  /** Directions in which agents go. */
  readonly streams: number;
  readonly isMixed: boolean;
  readonly origin: number;
}

const DRAWS: readonly Draw[] = [
  { name: 'one stream', room: 4, streams: 1, isMixed: false, origin: 0 },
  { name: 'streams that cross', room: 16, streams: 8, isMixed: false, origin: 0 },
  { name: 'mixed radii, speeds and priorities', room: 6, streams: 3, isMixed: true, origin: 0 },
  { name: 'dense', room: 1, streams: 2, isMixed: true, origin: 0 },
  { name: 'far from the origin', room: 6, streams: 4, isMixed: true, origin: 3e6 },
];

function fill(crowd: Crowd, draw: Draw, seed: number): void {
  const next = random(seed);
  const side = Math.sqrt(COUNT * draw.room);
  const share = (): number => next(1 << 20) / (1 << 20);
  for (let i = 0; i < COUNT; i++) {
    const turn = (2 * Math.PI * next(draw.streams)) / draw.streams + 0.2 * share();
    const speed = 0.8 + 0.6 * share();
    const mixed = draw.isMixed
      ? {
          radius: 0.1 + 0.4 * share(),
          priority: next(5) / 4,
          maxNeighbours: 1 + next(12),
          horizon: 0.5 + 3 * share(),
          neighbourDistance: 1 + 8 * share(),
        }
      : {};
    crowd.add({
      x: draw.origin + side * share(),
      y: draw.origin - side * share(),
      maxSpeed: 1.5,
      preferredX: speed * Math.cos(turn),
      preferredY: speed * Math.sin(turn),
      ...mixed,
    });
  }
}

for (const draw of DRAWS)
  test(`move as the linear program says: ${draw.name}, seed 11`, () => {
    const [short, long] = [0, 1].map(() => {
      const crowd = createCrowd({}, { capacity: COUNT + 1, seed: 5 });
      fill(crowd, draw, 11);
      return crowd;
    });
    long.add({ x: draw.origin - 100, y: draw.origin - 100, storey: 1 });
    for (let tick = 0; tick < 150; tick++) {
      // some turn, some stop
      if (tick % 10 === 9)
        for (const { preferredX, preferredY } of [short, long])
          for (let i = tick % 7; i < COUNT; i += 7) {
            const x = preferredX[i];
            preferredX[i] = -preferredY[i];
            preferredY[i] = tick % 20 === 9 ? x : 0;
          }
      const { infeasible, deepestOverlap } = short.step(1 / 30);
      const report = long.step(1 / 30);
      assert.is(infeasible, report.infeasible, `tick ${tick}`);
      assert.is(deepestOverlap, report.deepestOverlap, `tick ${tick}`);
      for (const name of ['x', 'y', 'velocityX', 'velocityY'] as const) {
        const [a, b] = [short[name], long[name]];
        for (let i = 0; i < COUNT; i++)
          if (a[i] !== b[i])
            assert.unreachable(`${name} of ${i} in tick ${tick}: ${a[i]}, ${b[i]}`);
      }
    }
    short.destroy();
    long.destroy();
  });

test.run();
