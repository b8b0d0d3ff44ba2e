import { suite } from 'uvu';
import { createWolvesAndSheep } from '../src/bodies/peers/wolves-and-sheep.ts';
import { ownChecks, studyChecks } from '../src/bodies/study/detail-checks.ts';
import * as assert from 'uvu/assert';
import { type Finder, plainFinder, wasmFinder } from '../src/bodies/measure/finders.ts';
import { differingTicks, runModel } from '../src/bodies/measure/model.ts';
import { measureFinders, prepareFinder } from '../src/bodies/measure/measure.ts';
import { findTruePairs, isRight, judgePairs, shareOf } from '../src/bodies/measure/judge-pairs.ts';
import { choosePeers, COLLISION_PEERS } from '../src/bodies/peers/peers.ts';
import { COLLISION_TESTS, SHARE, testWorld } from '../src/bodies/measure/tests.ts';
import { type Circles, drawCrowd, worldWithContacts } from '../src/bodies/measure/worlds.ts';
import { runHere } from './run-cli.ts';

const collision = suite('wayfield-bench collision');

collision('scales worlds so that 10 to 20 % touch another one, with the contacts asked for', () => {
  for (const dimensions of [2, 3] as const) {
    for (const test of COLLISION_TESTS.filter(({ name }) => /^T1|b$|256/.test(name))) {
      const [crowd] = drawCrowd(testWorld(test, 4000, dimensions), 1);
      const share = shareOf(findTruePairs(crowd));
      assert.ok(Math.abs(share - SHARE) < 0.04, `${test.name} in ${dimensions}D: ${share}`);
    }
    const size = { name: '', dimensions, count: 10_000, radius: [0.35, 0.65] } as const;
    const { keys, count } = findTruePairs(drawCrowd(worldWithContacts(size, 3), 2)[0]);
    const contacts = (2 * keys.length) / count;
    assert.ok(Math.abs(contacts - 3) < 0.3, `${contacts} contacts in ${dimensions}D`);
  }
});

const row = (...x: number[]): Circles => ({
  count: x.length,
  x: Float32Array.from(x),
  y: new Float32Array(x.length),
  radius: new Float32Array(x.length).fill(0.5),
});

collision('counts what an answer misses, has twice or has wrong', () => {
  const truth = findTruePairs(row(0, 1, 2.5, 3));
  assert.equal([...truth.keys], [1, 11]);
  assert.is(shareOf(truth), 1);
  const judge = (...slots: number[]) => judgePairs(truth, { count: slots.length / 2, slots });
  assert.ok(isRight(judge(3, 2, 0, 1)));
  assert.equal(judge(0, 1), { missed: 1, duplicates: 0, wrong: 0 });
  assert.equal(judge(), { missed: 2, duplicates: 0, wrong: 0 });
  assert.equal(judge(2, 3, 0, 1, 1, 0), { missed: 0, duplicates: 1, wrong: 0 });
  assert.equal(judge(0, 1, 0, 2, 2, 3), { missed: 0, duplicates: 0, wrong: 1 });
  // a body with itself, and one that does not exist
  assert.equal(judge(0, 1, 2, 3, 1, 1, 2, 9), { missed: 0, duplicates: 0, wrong: 2 });
});

collision('runs as many steps of every program, in turns, on both states', async () => {
  const world = testWorld(COLLISION_TESTS[0], 50);
  const states = drawCrowd(world, 1);
  const truths = [findTruePairs(states[0]), findTruePairs(states[1])] as const;
  const steps: string[] = [];
  const make = (name: string) => (): Finder => {
    const finder = plainFinder();
    return {
      ...finder,
      name,
      load(state) {
        steps.push(`${name}${states.indexOf(state)}`);
        finder.load(state);
      },
    };
  };
  const task = { test: 'T1', world, states, truths };
  const runs = await measureFinders(task, [make('a'), make('b')], { repeat: 4, ms: 0 });
  assert.equal(
    runs.map(({ program, missed, wrong }) => [program, missed, wrong]),
    [
      ['a', 0, 0],
      ['b', 0, 0],
    ],
  );
  // judged on both states, then in turns
  assert.is(steps.join(' '), 'a0 a1 b0 b1 a0 b0 b1 a1 a0 b0 b1 a1');
});

collision('destroys a program that throws while it is judged', async () => {
  const world = testWorld(COLLISION_TESTS[0], 50);
  const states = drawCrowd(world, 1);
  const truths = [findTruePairs(states[0]), findTruePairs(states[1])] as const;
  let destroyed = 0;
  const broken = (): Finder => ({
    ...plainFinder(),
    find: () => Promise.reject(new Error('lost')),
    destroy: () => void destroyed++,
  });
  let said = '';
  await prepareFinder({ test: 'T1', world, states, truths }, broken).catch(
    (error: Error) => (said = error.message),
  );
  assert.equal([said, destroyed], ['lost', 1]);
});

collision('knows the pairs of many bodies from a grid of its own, as brute force does', () => {
  for (const dimensions of [2, 3] as const) {
    const world = testWorld(COLLISION_TESTS[3], 2900, dimensions);
    const [few] = drawCrowd(world, 3);
    // 200 bodies far away make it too many for brute force
    const more = 3100;
    const far = (axis: Float32Array): Float32Array =>
      Float32Array.from({ length: more }, (_, i) => (i < 2900 ? axis[i] : 1e5 + 1e3 * i));
    const radius = Float32Array.from({ length: more }, (_, i) => few.radius[i] ?? 1);
    const flat = { count: more, x: far(few.x), y: far(few.y), radius };
    const many: Circles = few.z ? { ...flat, z: far(few.z) } : flat;
    const [brute, grid] = [findTruePairs(few), findTruePairs(many)];
    assert.equal([brute.by, grid.by], ['brute force', 'plain grid']);
    const slots = [...brute.keys].flatMap((key) => [Math.floor(key / 2900), key % 2900]);
    assert.ok(slots.length > 200);
    assert.ok(isRight(judgePairs(grid, { count: slots.length / 2, slots })));
  }
});

collision('finds the same pairs by wasm, plain JavaScript, every library and C++', async () => {
  const size = { name: '', dimensions: 2, count: 400, radius: [0.35, 0.65] } as const;
  const states = drawCrowd(worldWithContacts(size, 3), 1);
  const [, state] = states;
  const truth = findTruePairs(state);
  const { peers, missing } = choosePeers(true);
  assert.equal(missing, []);
  const finders = [
    wasmFinder(states[0]),
    plainFinder(),
    plainFinder({ bodies: 'moved' }),
    ...(await Promise.all(peers.map(({ make }) => make(states[0])))),
  ];
  const wasm = finders[0].name;
  for (const finder of finders) {
    finder.load(state);
    let found = await finder.find();
    // kinematic bodies of Rapier are where they were told to be after the next step
    if (finder.name === 'rapier') found = await finder.find();
    const faults = judgePairs(truth, found);
    assert.equal([finder.name, isRight(faults)], [finder.name, true], JSON.stringify(faults));
    await finder.destroy();
  }
  assert.is(wasm, 'wasm');
});

collision(
  'tells worlds of the model apart, and answers by an R-tree as brute force does',
  async () => {
    const run = { agents: 150, ticks: 6, seed: 1 };
    const force = await runModel('brute force', run);
    const tree = await runModel('R-tree', run);
    assert.is(differingTicks(force.hashes, tree.hashes), 0);
    const quadtree = await runModel('quadtree', run);
    assert.is(differingTicks(force.hashes, quadtree.hashes), 0);
    const other = await runModel('R-tree', { ...run, seed: 2 });
    assert.is(differingTicks(force.hashes, other.hashes), 6);
  },
);

collision('lets sheep eat grass and wolves sheep on a grid, the same for a seed', () => {
  const run = (seed: number): string => {
    const world = createWolvesAndSheep(1500, seed);
    assert.equal(world.counts(), { grass: 1200, sheep: 200, wolves: 100 });
    for (let tick = 0; tick < 100; tick++) world.tick();
    return JSON.stringify(world.counts());
  };
  const first = run(4);
  assert.is(run(4), first);
  assert.is.not(run(5), first);
  const { grass, sheep, wolves } = JSON.parse(first) as Record<string, number>;
  assert.ok(grass < 1200 && sheep < 200 && wolves <= 100, first);
});

collision('counts detail checks as the rules say, with and without levels', () => {
  const of = (...values: number[]): Float32Array => Float32Array.from(values);
  // a circle of radius 4 with two of radius 0.5 near it, and two of radius 0.5 far away
  const circles = {
    count: 5,
    x: of(4.5, 1, 2.5, 100.5, 102.5),
    y: of(4.5, 1, 2.5, 4.5, 4.5),
    radius: of(4, 0.5, 0.5, 0.5, 0.5),
  };
  // one grid: three in the cell of the large one, and the far two in one cell
  assert.is(ownChecks(circles, false), 4);
  // levels: each of the near two meets the large one; all small ones are more than a cell apart
  // but for the near two, at cells (1, 1) and (2, 2)
  assert.is(ownChecks(circles, true), 3);
  // the study: the same cells, in levels only the small ones against the large one
  assert.is(studyChecks(circles, 1), 4);
  assert.is(studyChecks(circles, 4), 2);
});

collision('says which test or library is unknown', async () => {
  const never = (): Promise<GPUDevice> => Promise.reject(new Error('no device is needed'));
  const test = await runHere(['collision', 'T9'], never);
  assert.is(test.code, 2);
  assert.match(test.err, /unknown test 'T9', known are T1, T2, T3, T3b, T4-1/);
  const peer = await runHere(['collision', '--peers', 'unreal'], never);
  assert.is(peer.code, 2);
  const known = COLLISION_PEERS.map(({ name }) => name).join(', ');
  assert.match(peer.err, `unknown peer 'unreal', known are ${known}`);
});

collision.run();
