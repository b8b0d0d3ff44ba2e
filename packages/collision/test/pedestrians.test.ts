import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dataDir, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addBody, buildBodies, createCollisionSolver, moveBody, removeBody } from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';

/** Files, units per metre, and what INDEX.md says: rows, agents, frames. */
const FILES = [
  ['bottleneck_040_c_56_h', 1, 63_110, 75, 1657],
  ['bi_corr_400_b_03', 100, 120_790, 480, 3247],
  ['corner_traj', 1, 18_704, 137, 833],
] as const;

interface Walker {
  readonly agent: number;
  readonly x: number;
  readonly y: number;
}

const agents = dataDir('agents');

/** Who is where, frame by frame, in metres. */
function readFrames(name: string, perMetre: number): Map<number, Walker[]> {
  const text = gunzipSync(readFileSync(join(agents ?? '', `${name}.txt.gz`))).toString('utf8');
  const frames = new Map<number, Walker[]>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [agent, frame, x, y] = line.trim().split(/\s+/).map(Number);
    const walker = { agent, x: x / perMetre, y: y / perMetre };
    const walkers = frames.get(frame);
    if (walkers) walkers.push(walker);
    else frames.set(frame, [walker]);
  }
  return frames;
}

const recorded = suite('recorded pedestrians');
const each = agents === undefined ? recorded.skip : recorded;

for (const [name, perMetre, rows, walkers, frameCount] of FILES) {
  each(`${name}: contacts within 0.3 m and neighbours within 1 m in all frames`, () => {
    const frames = readFrames(name, perMetre);
    assert.is(frames.size, frameCount);
    const bodies = buildBodies();
    const solver = createCollisionSolver(bodies);
    const reference = createReferenceSolver(bodies);
    const ids = new Map<number, number>();
    const seen = new Set<number>();
    let positions = 0;
    let contacts = 0;
    let neighbours = 0;
    for (const frame of [...frames.keys()].sort((a, b) => a - b)) {
      const present = frames.get(frame)!;
      const here = new Set(present.map(({ agent }) => agent));
      for (const [agent, id] of ids) {
        if (here.has(agent)) continue;
        removeBody(bodies, id);
        ids.delete(agent);
      }
      for (const { agent, x, y } of present) {
        const id = ids.get(agent);
        if (id === undefined) ids.set(agent, addBody(bodies, { x, y, radius: 0.15 }));
        else moveBody(bodies, id, x, y);
        seen.add(agent);
        positions++;
      }
      solver.update();
      reference.update();
      const { slots } = solver.pairs({ canonical: true });
      sameArray(slots, reference.pairs().slots, `frame ${frame}, contacts`);
      contacts += slots.length / 2;
      const near = solver.neighbours({ radius: 1, canonical: true });
      const expected = reference.neighbours({ radius: 1 });
      sameArray(near.first, expected.first, `frame ${frame}, rows`);
      sameArray(near.slots, expected.slots, `frame ${frame}, neighbours`);
      neighbours += near.total;
    }
    assert.is(positions, rows);
    assert.is(seen.size, walkers);
    assert.ok(neighbours > 10 * contacts && neighbours > rows, `${contacts}, ${neighbours}`);
  });
}
recorded.run();
