// What `restore` refuses: snapshots with values that no crowd writes. Nothing is changed then.
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type AgentOptions, createCrowd, type Crowd, type CrowdSnapshot } from '@wayfield/crowd';

const test = suite('restore');
const DT = 1 / 30;

function twoAgents(more: Partial<AgentOptions> = {}): Crowd {
  const crowd = createCrowd({}, { capacity: 4 });
  crowd.add({ x: 0, y: 0, preferredX: 1 });
  crowd.add({ x: 1, y: 0, preferredX: -1, ...more });
  return crowd;
}

/** A snapshot of `twoAgents` in which the bytes that hold `first` in one column hold `bytes`. */
function damaged(first: Partial<AgentOptions>, bytes: Uint8Array): CrowdSnapshot {
  const [plain, other] = [{}, first].map((more) => twoAgents(more).snapshot());
  const at = other.bytes.findIndex((byte, k) => byte !== plain.bytes[k]);
  assert.ok(at >= 0, 'the trait is in the snapshot');
  // the begin of the number
  const from = at - (at % bytes.length);
  other.bytes.set(bytes, from);
  return other;
}

const f32 = (value: number): Uint8Array => new Uint8Array(Float32Array.of(value).buffer);

test('refuses traits that no agent can have, by their names, and changes nothing', () => {
  const crowd = twoAgents();
  crowd.step(DT);
  const hash = crowd.hash();
  const cases: readonly (readonly [CrowdSnapshot, RegExp])[] = [
    [damaged({ maxNeighbours: 9 }, Uint8Array.of(200)), /maxNeighbours.* 200, expected .* 0 to 32/],
    [damaged({ maxSpeed: 2 }, f32(NaN)), /maxSpeed.* NaN, expected/],
    [damaged({ maxSpeed: 2 }, f32(-1)), /maxSpeed.* -1, expected/],
    [damaged({ horizon: 3 }, f32(0)), /horizon.* 0, expected/],
    [damaged({ wallHorizon: 3 }, f32(Infinity)), /wallHorizon.* Infinity, expected/],
    [damaged({ neighbourDistance: 3 }, f32(1e9)), /neighbourDistance.* 1000000000, expected/],
    [damaged({ priority: 0.5 }, f32(2)), /priority.* 2, expected/],
    [damaged({ radius: 0.5 }, f32(-0.5)), /radius.* -0.5, expected/],
    [damaged({ velocityY: 0.5 }, f32(NaN)), /velocityY.* NaN, expected/],
  ];
  for (const [snapshot, message] of cases) {
    refuses(() => crowd.restore(snapshot), RangeError, message);
    refuses(() => crowd.restore(snapshot), RangeError, /of slot 1 in snapshot\.bytes/);
    assert.is(crowd.hash(), hash);
  }
});

test('refuses positions that are not finite, and statuses that are none', () => {
  const crowd = twoAgents();
  const { bytes, ...rest } = crowd.snapshot();
  const far = new Uint8Array(bytes);
  // the first column holds x, 8 bytes a slot
  new Float64Array(far.buffer, 0, 2)[1] = NaN;
  const refuse = (wrong: Uint8Array, message: RegExp): void =>
    refuses(() => crowd.restore({ ...rest, bytes: wrong }), RangeError, message);
  refuse(far, /positionX of slot 1 in snapshot\.bytes is NaN, expected/);
  new Float64Array(far.buffer, 0, 2)[1] = 2 ** 31;
  refuse(far, /positionX of slot 1 in snapshot\.bytes is 2147483648, expected/);
  const idle = twoAgents({ preferredX: 0 }).snapshot().bytes;
  const at = bytes.findLastIndex((byte, k) => byte !== idle[k]);
  const odd = new Uint8Array(bytes);
  odd[at] = 77;
  refuse(odd, /status of slot 1 in snapshot\.bytes is 77, expected/);
  crowd.step(DT);
});

test('refuses agents outside the bounds of the crowd', () => {
  const bounds = { minX: -10, minY: -10, maxX: 10, maxY: 10 };
  const far = createCrowd({}, { capacity: 4 });
  far.add({ x: 1, y: -12 });
  const near = createCrowd({ bounds }, { capacity: 4 });
  refuses(
    () => near.restore(far.snapshot()),
    RangeError,
    /positionY of slot 0 in snapshot\.bytes is -12, expected a number from -10/,
  );
  assert.is(near.count, 0);
  far.set(far.idOf(0), { y: -10 });
  near.restore(far.snapshot());
  assert.is(near.count, 1);
});

test('takes the least and largest traits, which f32 rounds', () => {
  const least = { radius: 1e-6, maxSpeed: 1e-6, horizon: 1e-3, wallHorizon: 1e-3, priority: 1 };
  const largest = { radius: 1e6, neighbourDistance: 1e6, maxNeighbours: 32, storey: 65534 };
  for (const traits of [least, largest]) {
    const crowd = createCrowd({}, { capacity: 2 });
    crowd.add({ x: 0, y: 0, ...traits });
    crowd.restore(crowd.snapshot());
    assert.is(crowd.count, 1);
  }
});

test.run();
