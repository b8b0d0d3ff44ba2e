// A crowd that is restored goes on with the same bits, with its guide.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd, type Crowd } from '@wayfield/crowd';
import { type CorridorGuide, createPathGuide, joinGuides } from '@wayfield/crowd/guides';
import { createCrowdPool } from '@wayfield/crowd/pool';
import { corridorScene, GUIDE_KINDS } from './guide-kinds.ts';

const test = suite('guides in snapshots');
const DT = 1 / 30;

/** The hash of each of some ticks. */
function hashes(crowd: Crowd, ticks: number): number[] {
  return Array.from({ length: ticks }, () => {
    crowd.step(DT);
    return crowd.hash();
  });
}

test('the state of a guide may be a Buffer of Node, as from a file', () => {
  const { crowd } = GUIDE_KINDS['paths by corners']();
  crowd.step(DT);
  const { guide, ...rest } = crowd.snapshot();
  const first = hashes(crowd, 30);
  // a part of a file that begins inside it
  const part = Buffer.concat([new Uint8Array(8), guide!]).subarray(8);
  crowd.restore({ ...rest, guide: part });
  assert.equal(hashes(crowd, 30), first);
  crowd.destroy();
});

for (const [name, make] of Object.entries(GUIDE_KINDS))
  test(`a restored crowd goes on with the same bits: ${name}`, () => {
    const { crowd } = make();
    // some wait for plans still
    for (let tick = 0; tick < 3; tick++) crowd.step(DT);
    const early = structuredClone(crowd.snapshot());
    const first = hashes(crowd, 100);
    const late = structuredClone(crowd.snapshot());
    const second = hashes(crowd, 60);
    crowd.restore(early);
    assert.equal(hashes(crowd, 100), first, 'from tick 3');
    hashes(crowd, 20);
    crowd.restore(late);
    assert.equal(hashes(crowd, 60), second, 'from tick 103');
    // another crowd, and another guide
    const fresh = make().crowd;
    fresh.restore(late);
    assert.equal(hashes(fresh, 60), second, 'another crowd');
    crowd.destroy();
    fresh.destroy();
  });

test('pools take snapshots of one thread with their paths, and the other way round', async () => {
  const options = { capacity: 30, defaults: { radius: 0.2, maxSpeed: 1.6 } };
  const alone = createCrowd({}, options);
  const pool = await createCrowdPool({}, { ...options, threads: 2 });
  for (const crowd of [alone, pool]) {
    const guide = createPathGuide(crowd);
    crowd.follow(guide);
    for (let k = 0; k < 30; k++) {
      const [x, y] = [k % 6, Math.floor(k / 6)];
      guide.assign(crowd.add({ x, y }), [x, y, x + 3, y + 2, 9, 8 - y, 2 * x, 12]);
    }
  }
  const play = async (ticks: number): Promise<[number, number]> => {
    for (let tick = 0; tick < ticks; tick++) {
      alone.step(DT);
      await pool.step(DT);
    }
    return [alone.hash(), pool.hash()];
  };
  await play(40);
  const early = structuredClone(pool.snapshot());
  const [hash, other] = await play(150);
  assert.is(other, hash);
  const late = structuredClone(alone.snapshot());
  for (const crowd of [alone, pool]) crowd.restore(early);
  assert.equal(await play(150), [hash, hash]);
  assert.equal(pool.snapshot(), late);
  for (const crowd of [alone, pool]) {
    crowd.restore(early);
    crowd.follow(createPathGuide(crowd));
  }
  // guides without paths leave preferred velocities as they were
  assert.not.equal((await play(150))[0], hash);
  alone.destroy();
  await pool.destroy();
});

test('the state of the guide is needed: without it agents go elsewhere', () => {
  const { crowd } = GUIDE_KINDS['paths by corners']();
  hashes(crowd, 30);
  const { guide, ...agents } = crowd.snapshot();
  assert.ok(guide);
  // far enough that paths have turned
  hashes(crowd, 1200);
  const other = hashes(crowd, 1).length;
  crowd.restore(agents);
  const without = hashes(crowd, 40 * other);
  crowd.restore({ ...agents, guide });
  assert.not.equal(hashes(crowd, 40 * other), without);
});

test('corridors that the restored mesh cuts are mended', () => {
  const { crowd, guide } = GUIDE_KINDS['corridors of points']();
  hashes(crowd, 60);
  const late = structuredClone(crowd.snapshot());
  const repairs = (guide as CorridorGuide).repairs;
  const fresh = corridorScene(false, [[60, 1, 62, 1, 62, 13, 60, 13]]);
  fresh.crowd.restore(late);
  assert.is((fresh.guide as CorridorGuide).repairs, repairs);
  hashes(fresh.crowd, 10);
  assert.ok((fresh.guide as CorridorGuide).repairs > repairs);
});

test('states of other guides are refused, and nothing changes', () => {
  const { crowd } = GUIDE_KINDS['paths by corners']();
  const field = GUIDE_KINDS['fields of distances']().crowd;
  hashes(crowd, 5);
  const before = crowd.snapshot();
  const { guide } = field.snapshot();
  for (const bad of [guide, new Uint8Array(3), before.guide?.slice(8), before.guide?.slice(0, -8)])
    assert.throws(() => crowd.restore({ ...before, tick: 1, guide: bad }), /bytes/);
  assert.equal(crowd.snapshot(), before);
  const joined = joinGuides([createPathGuide(crowd), createPathGuide(crowd)]);
  crowd.follow(joined);
  assert.throws(() => crowd.restore(before), /bytes/);
});

test.run();
