// What agents want: exact symmetry, gridlocks, idle agents that make room and return, agents that
// settle around a goal. Each scene fails with plain ORCA; what plain ORCA does stands beside it.
import { createCrowd, type Crowd, IDLE, MOVING, SETTLED } from '@wayfield/crowd';
import { createCrowdPool } from '@wayfield/crowd/pool';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { arrive, blocks, changeSides, heads, press, speedOf, together } from './scenes.ts';

const symmetry = suite('exact symmetry');
const idle = suite('idle agents');
const settled = suite('settled agents');

/** Plain ORCA: all 40 stand for ever, each between its two neighbours. */
symmetry('40 agents on a circle change sides, with any seed', () => {
  for (const seed of [1, 2, 3, 4]) {
    const ticks = arrive(changeSides(40, seed), 2000);
    assert.ok(ticks < 1000, `seed ${seed}: ${ticks} ticks`);
  }
});

/** With plain ORCA, no agent arrives in 10,000 ticks. */
symmetry('all 100 agents of RVO2’s Blocks arrive', () => {
  const ticks = arrive(blocks(), 10_000);
  assert.ok(ticks < 6000, `${ticks} ticks`);
});

symmetry('two agents that walk exactly head-on pass each other', () => {
  const crowd = createCrowd({}, { capacity: 2 });
  crowd.add({ x: -4, y: 0 });
  crowd.add({ x: 4, y: 0 });
  const goals = [4, 0, -4, 0];
  const ticks = arrive(
    { crowd, dt: 1 / 30, radius: 0.1, head: heads(crowd, goals, 1.3), goals },
    600,
  );
  // 8 m at 1.3 m/s are 185 ticks
  assert.ok(ticks < 240, `${ticks} ticks`);
});

symmetry('an agent without neighbours takes exactly its preferred velocity', () => {
  const crowd = createCrowd({}, { capacity: 1 });
  crowd.add({ x: 0, y: 0, preferredX: 1 });
  for (let tick = 0; tick < 64; tick++) crowd.step(1 / 64);
  assert.is(crowd.positionX[0], 1);
  assert.is(crowd.positionY[0], 0);
});

symmetry('a gridlock ends with the same bits on a pool', async () => {
  const scene = changeSides(40, 1);
  const pool = await createCrowdPool({}, { capacity: 40, seed: 1, threads: 2 });
  for (let slot = 0; slot < 40; slot++) {
    const { x, y } = { x: scene.crowd.positionX[slot], y: scene.crowd.positionY[slot] };
    pool.add({ ...scene.crowd.traitsOf(scene.crowd.idOf(slot)), x, y });
  }
  for (let tick = 0; tick < 400; tick++) {
    scene.head();
    pool.preferredX.set(scene.crowd.preferredX);
    pool.preferredY.set(scene.crowd.preferredY);
    scene.crowd.step(scene.dt);
    await pool.step(scene.dt);
  }
  assert.is(pool.hash(), scene.crowd.hash());
  await pool.destroy();
});

/** A block of idle agents at `spacing`, and one that wants to cross it along x. */
function standing(spacing: number): Crowd {
  const crowd = createCrowd({}, { capacity: 101, defaults: WALKER });
  crowd.add({ x: -7, y: 0.05 });
  for (let i = 0; i < 100; i++) {
    crowd.add({ x: (Math.floor(i / 10) - 4.5) * spacing, y: ((i % 10) - 4.5) * spacing });
  }
  return crowd;
}

const WALKER = {
  radius: 0.2,
  maxSpeed: 1.6,
  horizon: 1.5,
  neighbourDistance: 4,
  maxNeighbours: 12,
} as const;

/** Plain ORCA: at 0.5 m the agent stands before the block for ever; at 0.75 m it leaves a trail. */
for (const spacing of [0.5, 0.75])
  idle(`make room for one that crosses, and return: ${spacing} m apart`, () => {
    const crowd = standing(spacing);
    const placeX = crowd.positionX.slice();
    const placeY = crowd.positionY.slice();
    const goals = [7, 0];
    const head = heads(crowd, goals, 1.34);
    let tick = 0;
    for (; tick < 2000 && crowd.x[0] < 6.9; tick++) {
      head();
      crowd.step(0.05);
    }
    assert.ok(tick < 2000, `the agent is at ${crowd.x[0]}`);
    for (let after = 0; after < 400; after++) {
      head();
      crowd.step(0.05);
    }
    for (let slot = 1; slot <= 100; slot++) {
      const dx = crowd.positionX[slot] - placeX[slot];
      const dy = crowd.positionY[slot] - placeY[slot];
      // half a radius is near enough
      assert.ok(Math.hypot(dx, dy) <= 0.1001, `slot ${slot} is ${Math.hypot(dx, dy)} m away`);
      assert.is(crowd.status[slot], IDLE);
      assert.is(speedOf(crowd, slot), 0);
    }
  });

idle('stay where they are if another agent stands at their place', () => {
  const crowd = createCrowd({}, { capacity: 2, defaults: WALKER });
  const id = crowd.add({ x: 0, y: 0 });
  crowd.add({ x: 3, y: 0, preferredX: 1.3 });
  crowd.step(0.05);
  // pushed aside while another one comes to rest at its home
  crowd.preferredX[0] = 1.3;
  for (let tick = 0; tick < 40; tick++) crowd.step(0.05);
  crowd.preferredX[0] = 0;
  crowd.step(0.05);
  const stopped = crowd.positionX[crowd.slotOf(id)];
  for (let tick = 0; tick < 100; tick++) crowd.step(0.05);
  assert.is(crowd.positionX[crowd.slotOf(id)], stopped);
});

idle('agents of priority 1 make no room', () => {
  const crowd = standing(0.5);
  for (let slot = 1; slot <= 100; slot++) crowd.set(crowd.idOf(slot), { priority: 1 });
  const head = heads(crowd, [7, 0], 1.34);
  const placeX = crowd.positionX.slice(1);
  for (let tick = 0; tick < 400; tick++) {
    head();
    crowd.step(0.05);
  }
  sameArray(crowd.positionX.slice(1), placeX);
});

/** Plain ORCA: they push each other for ever; after 4,000 ticks 490 still move. */
settled('500 agents to one goal come to rest, with any seed', () => {
  for (const seed of [1, 2]) {
    const crowd = press(500, 0.2, seed);
    const head = heads(crowd, together(500, 0, 0), 1.34);
    let [tick, still] = [0, 0];
    for (; tick < 3000 && still < 50; tick++) {
      head();
      crowd.step(0.05);
      let fastest = 0;
      for (let slot = 0; slot < 500; slot++) fastest = Math.max(fastest, speedOf(crowd, slot));
      still = fastest === 0 ? still + 1 : 0;
    }
    assert.ok(still === 50, `seed ${seed}: an agent moves after ${tick} ticks`);
    const report = crowd.step(0.05);
    assert.ok(report.settled >= 490, `${report.settled} have settled`);
    assert.ok(report.deepestOverlap < 0.002, `${report.deepestOverlap} m deep`);
    crowd.destroy();
  }
});

settled('settled agents go on when the agents in front go on', () => {
  const crowd = createCrowd({}, { capacity: 6, defaults: WALKER });
  for (let k = 0; k < 6; k++) crowd.add({ x: -k, y: 0 });
  const head = heads(crowd, together(6, 1, 0), 1.34);
  for (let tick = 0; tick < 200; tick++) {
    head();
    crowd.step(0.05);
  }
  assert.equal([...crowd.status], Array(6).fill(SETTLED));
  const away = heads(crowd, together(6, 9, 0), 1.34);
  for (let tick = 0; tick < 40; tick++) {
    away();
    crowd.step(0.05);
  }
  assert.equal([...crowd.status], Array(6).fill(MOVING));
  for (let slot = 0; slot < 6; slot++) assert.ok(speedOf(crowd, slot) > 1, `slot ${slot}`);
});

settled('agents do not settle in a gridlock, where no agent rests at its goal', () => {
  const { crowd, head, dt } = changeSides(40, 1);
  for (let tick = 0; tick < 60; tick++) {
    head();
    assert.is(crowd.step(dt).settled, 0);
  }
});

symmetry.run();
idle.run();
settled.run();
