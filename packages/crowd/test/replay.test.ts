import { createDiffusion } from '@wayfield/diffusion';
import { random } from '@wayfield/graph/generators';
import { reason, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd, type Crowd } from '@wayfield/crowd';
import { createFieldGuide, createPathGuide } from '@wayfield/crowd/guides';
import { createCrowdPool } from '@wayfield/crowd/pool';
import { openReplay, playReplay, recordCrowd } from '@wayfield/crowd/replay';
import { wallsOfPolygons } from '@wayfield/crowd/walls';
import { crc32 } from '../src/replay/bytes.ts';
import { CHECKED_FROM, HEAD_BYTES } from '../src/replay/format.ts';

const test = suite('replay');
const damage = suite('a damaged replay');

const walls = wallsOfPolygons([[-20, -20, 20, -20, 20, 20, -20, 20]]);
const world = { walls, bounds: { minX: -50, minY: -50, maxX: 50, maxY: 50 } };
const options = {
  capacity: 60,
  seed: 7,
  headway: 1,
  defaults: { radius: 0.3, horizon: 1.5 },
  wallCapacity: 64,
};

/** Tells a crowd random things for some ticks: all commands, and preferred velocities. */
function live(crowd: Crowd, ticks: number, seed: number): void {
  const next = random(seed);
  const ids: number[] = [];
  let kept = crowd.snapshot();
  for (let tick = 0; tick < ticks; tick++) {
    const what = next();
    if (ids.length < 40 && what < 0.6) {
      const [x, y] = [30 * next() - 15, 30 * next() - 15];
      const traits = next() < 0.5 ? {} : { priority: next(), maxNeighbours: next(9), mask: 3 };
      ids.push(crowd.add({ x, y, preferredX: next() - 0.5, ...traits }));
    } else if (ids.length > 0 && what < 0.75) crowd.remove(ids.splice(next(ids.length), 1)[0]);
    else if (ids.length > 0 && what < 0.9)
      crowd.set(ids[next(ids.length)], next() < 0.5 ? { maxSpeed: 1 + next() } : { x: 3 * next() });
    else if (what < 0.93)
      crowd.setWalls(wallsOfPolygons([[-19, -19, 19, -19, 19, 19, -19 - next(), 19]]));
    if (tick === 30) kept = crowd.snapshot();
    if (tick === 50) {
      crowd.restore(kept);
      ids.length = 0;
      for (let slot = 0; slot < crowd.end; slot++)
        if (crowd.status[slot] !== 0) ids.push(crowd.idOf(slot));
    }
    for (let slot = 0; slot < crowd.end; slot++)
      if (next() < 0.3) {
        crowd.preferredX[slot] = 2 * next() - 1;
        crowd.preferredY[slot] = 2 * next() - 1;
      }
    crowd.step(tick % 7 === 0 ? 1 / 30 : 1 / 60);
  }
}

function record(ticks: number, seed: number): { file: Uint8Array<ArrayBuffer>; hash: number } {
  const recording = recordCrowd(createCrowd(world, options), { world, options });
  live(recording.crowd, ticks, seed);
  assert.is(recording.ticks, ticks);
  const file = recording.file();
  assert.is(recording.byteLength, file.length);
  return { file, hash: recording.crowd.hash() };
}

test('plays all commands back to the same hash after each tick (seeds 1 to 20)', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { file, hash } = record(80, seed);
    const replay = openReplay(file);
    assert.is(replay.ticks, 80);
    assert.equal(replay.options, options);
    assert.equal(replay.world.bounds, world.bounds);
    sameArray(replay.world.walls!.ax, walls.ax);
    const crowd = createCrowd(replay.world, replay.options);
    const seen: number[] = [];
    const report = playReplay(replay, crowd, { each: (tick) => seen.push(tick) });
    assert.equal(report, { ticks: 80, firstTick: -1, expected: 0, found: 0 });
    assert.is(crowd.hash(), hash);
    assert.is(seen.length, 80);
  }
});

test('is recorded by a pool as by one thread, and played by either', async () => {
  const { file } = record(40, 3);
  const replay = openReplay(file);
  const pool = await createCrowdPool(replay.world, { ...replay.options, threads: 2 });
  const recording = recordCrowd(pool, { world, options });
  const report = await playReplay(replay, recording.crowd);
  assert.equal(report, { ticks: 40, firstTick: -1, expected: 0, found: 0 });
  sameArray(recording.file(), file);
  const step = recording.crowd.step(1 / 60);
  refuses(() => recording.crowd.step(1 / 60), Error, 'a step is under way: await it first');
  await step;
  await pool.destroy();
});

test('tells the first tick that differs', () => {
  const { file } = record(60, 4);
  const replay = openReplay(file);
  const crowd = createCrowd(replay.world, replay.options);
  const report = playReplay(replay, crowd, {
    // a call that the file does not hold moves an agent
    each(tick) {
      if (tick !== 24) return;
      let slot = 0;
      while (crowd.status[slot] === 0) slot++;
      crowd.set(crowd.idOf(slot), { x: crowd.positionX[slot] + 1e-9 });
    },
  });
  assert.is(report.firstTick, 25);
  assert.is(report.ticks, 26);
  assert.is.not(report.expected, report.found);
  const other = createCrowd({}, { ...replay.options, seed: 8, defaults: { radius: 0.31 } });
  assert.ok(playReplay(replay, other).firstTick >= 0);
});

test('snapshots of a recorded crowd hold the state of its guide', () => {
  const [free, few] = [{}, { capacity: 4 }];
  const { crowd } = recordCrowd(createCrowd(free, few), { world: free, options: few });
  const guide = createPathGuide(crowd);
  const id = crowd.add({ x: 0, y: 0 });
  guide.assign(id, [0, 0, 10, 0]);
  crowd.follow(guide);
  const walk = (): number[] =>
    Array.from({ length: 20 }, () => {
      crowd.step(1 / 30);
      return crowd.hash();
    });
  walk();
  const snapshot = crowd.snapshot();
  const first = walk();
  guide.assign(id, [0, 0, 0, -10]);
  crowd.restore(snapshot);
  assert.equal(walk(), first);
});

test('refuses crowds that have had agents, whose ids and hashes would differ', () => {
  const used = createCrowd(world, options);
  used.remove(used.add({ x: 0, y: 0 }));
  const replay = openReplay(record(5, 1).file);
  const message = /^crowd\.end is 1, expected 0/;
  refuses(() => recordCrowd(used, { world, options }), RangeError, message);
  refuses(() => playReplay(replay, used), RangeError, message);
  used.reset();
  assert.is(playReplay(replay, used).firstTick, -1);
});

test('plays a part, and needs no guide', () => {
  const terrain = new Float32Array(1600).fill(1);
  const model = createDiffusion(
    { width: 40, height: 40, neighbours: 8, terrain },
    { method: 'distance' },
  );
  model.setGoals('goal', { cell: [820] });
  model.settle();
  const small = { capacity: 100 };
  const recording = recordCrowd(createCrowd(world, small), { world, options: small });
  const { crowd } = recording;
  const guide = createFieldGuide(crowd, model, { originX: -20, originY: -20 });
  for (let k = 0; k < 100; k++)
    guide.assign(crowd.add({ x: 1.7 * (k % 10) - 18, y: 1.7 * Math.floor(k / 10) - 18 }), 0);
  crowd.follow(guide);
  for (let tick = 0; tick < 300; tick++) crowd.step(1 / 30);
  const replay = openReplay(recording.file());
  const again = createCrowd(replay.world, replay.options);
  assert.equal(playReplay(replay, again, { ticks: 120 }), {
    ticks: 120,
    firstTick: -1,
    expected: 0,
    found: 0,
  });
  const all = createCrowd(replay.world, replay.options);
  assert.is(playReplay(replay, all).firstTick, -1);
  assert.is(all.hash(), crowd.hash());
  // two f32 and a slot are 12 bytes
  const each = recording.byteLength / (300 * 100);
  assert.ok(each < 8, `${each} bytes per agent and tick`);
});

test('holds what the caller wrote to one component while `set` gave the other', () => {
  const [free, few] = [{}, { capacity: 4 }];
  for (const [column, changes] of [
    ['preferredY', { preferredX: 0.7 }],
    ['preferredX', { preferredY: 0.7 }],
  ] as const) {
    const recording = recordCrowd(createCrowd(free, few), { world: free, options: few });
    const { crowd } = recording;
    const id = crowd.add({ x: 0, y: 0, preferredX: 1 });
    crowd[column][0] = 0.5;
    crowd.set(id, changes);
    crowd.step(1 / 60);
    const replay = openReplay(recording.file());
    const report = playReplay(replay, createCrowd(replay.world, replay.options));
    assert.is(report.firstTick, -1, column);
  }
});

test('is refused for another crowd, with the numbers', async () => {
  const { file } = record(5, 1);
  const replay = openReplay(file);
  const other = createCrowd({}, { capacity: 61 });
  refuses(
    () => playReplay(replay, other),
    RangeError,
    'crowd.capacity is 61, expected that of the replay, 60',
  );
  const crowd = createCrowd(world, options);
  crowd.add({ x: 0, y: 0 });
  refuses(() => playReplay(replay, crowd), RangeError, /^crowd\.count is 1/);
  refuses(() => recordCrowd(crowd, { world, options }), RangeError, /^crowd\.count is 1/);
  crowd.reset();
  crowd.step(0.1);
  refuses(() => recordCrowd(crowd, { world, options }), RangeError, /^crowd\.tick is 1/);
  refuses(
    () => recordCrowd(other, { world, options }),
    RangeError,
    'given.options.capacity is 60, expected the capacity of the crowd, 61',
  );
  assert.match(await reason((async () => playReplay(replay, crowd))()), /crowd\.tick is 1/);
});

test('leaves nothing in the file of a call that failed', () => {
  const recording = recordCrowd(createCrowd(world, options), { world, options });
  const { byteLength } = recording;
  const { crowd } = recording;
  for (const wrong of [
    () => crowd.add({ x: NaN, y: 0 }),
    () => crowd.remove(3),
    () => crowd.set(0, { x: 1 }),
    () => crowd.setWalls({ ...walls, count: 99 }),
    () => crowd.step(2),
  ])
    refuses(wrong, RangeError, / is /);
  assert.is(recording.byteLength, byteLength);
  // nor moves a step that is refused the guide on
  let updates = 0;
  crowd.follow({ update: () => updates++ });
  refuses(() => crowd.step(2), RangeError, /^dt is 2/);
  assert.is(updates, 0);
});

/** The message of the RangeError that opening and playing give; '' if all is well. */
function complaint(bytes: Uint8Array): string {
  try {
    const replay = openReplay(bytes);
    if (replay.options.capacity !== options.capacity) return 'another capacity';
    if ((replay.options.wallCapacity ?? 0) > 1024) return 'another wall capacity';
    const report = playReplay(replay, createCrowd(replay.world, replay.options));
    return report.firstTick < 0 ? '' : `tick ${report.firstTick} differs`;
  } catch (error) {
    assert.ok(error instanceof RangeError, String(error));
    return (error as Error).message;
  }
}

damage('is refused after any change of one byte, with a number (3,000 changes, seed 1)', () => {
  const { file } = record(30, 5);
  const next = random(1);
  for (let k = 0; k < 3000; k++) {
    const bytes = file.slice();
    const at = next(bytes.length);
    bytes[at] ^= 1 + next(255);
    refuses(() => openReplay(bytes), RangeError, /\d/);
  }
});

damage('is refused at every length but its own', () => {
  const { file } = record(6, 2);
  for (let length = 0; length < file.length; length++)
    refuses(() => openReplay(file.subarray(0, length)), RangeError, /\d+ (bytes|follow)|follow/);
  const longer = new Uint8Array(file.length + 1);
  longer.set(file);
  refuses(() => openReplay(longer), RangeError, /a body of \d+ bytes, but \d+ follow/);
});

damage('with a right checksum gives an error with tick and byte, or a tick that differs', () => {
  const { file } = record(30, 6);
  const next = random(2);
  const found = new Map<string, number>();
  for (let k = 0; k < 600; k++) {
    const bytes = file.slice();
    for (let change = 0; change <= next(3); change++)
      bytes[HEAD_BYTES + next(bytes.length - HEAD_BYTES)] = next(256);
    const view = new DataView(bytes.buffer);
    view.setUint32(CHECKED_FROM - 4, crc32(bytes, CHECKED_FROM), true);
    const message = complaint(bytes);
    if (message) assert.match(message, /(tick \d+( of the replay, byte \d+:)? .*|another|\d)/);
    const kind = message.replace(/[-\d.e+]+/g, 'N').slice(0, 30);
    found.set(kind, (found.get(kind) ?? 0) + 1);
  }
  assert.ok(found.size >= 5, [...found.keys()].join('; '));
});

damage('says which version it has, and what is no replay', () => {
  const { file } = record(2, 1);
  const version = file.slice();
  version[4] = 7;
  refuses(
    () => openReplay(version),
    RangeError,
    'head of the replay, byte 8: version 7, this package reads version 1',
  );
  refuses(
    () => openReplay(new Uint8Array(100)),
    RangeError,
    /^head of the replay, byte 4: the file begins with 0, a replay with \d+/,
  );
  refuses(
    () => openReplay(new Uint8Array(3)),
    RangeError,
    'replay of 3 bytes: its head alone has 24',
  );
  refuses(() => openReplay([] as never), TypeError, /^bytes is/);
});

test.run();
damage.run();
