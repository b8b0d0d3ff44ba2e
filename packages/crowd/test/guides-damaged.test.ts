// Damaged states of guides are refused before anything changes.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Crowd } from '@wayfield/crowd';
import { GUIDE_KINDS } from './guide-kinds.ts';
import { randomFrom } from './random.ts';

const test = suite('damaged states of guides');
const DT = 1 / 30;

/** Bytes of the columns of a guide for one slot, or of one array. */
type Sizes = readonly (readonly [name: string, bytes: number])[];

const members = (slots: number): Sizes => [
  ['membership', slots],
  ['generation', 4 * slots],
  ['status', slots],
  ['speed', 8 * slots],
];
const seekers = (slots: number): Sizes => [
  ['targetX', 8 * slots],
  ['targetY', 8 * slots],
  ['askAt', 8 * slots],
  ['counts', 16],
  ['queue', 4 * slots],
  ['isWaiting', slots],
  ['ends', 8],
];

/** Where each column begins; the columns are the end of the state. */
function placesOf(sizes: Sizes, total: number): Map<string, number> {
  let at = total - sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  return new Map(sizes.map(([name, bytes]) => [name, (at += bytes) - bytes]));
}

/** A crowd after some steps, and how to restore it with a damaged state. */
function prepare(kind: string): {
  readonly crowd: Crowd;
  readonly bytes: Uint8Array;
  restore(damage: (view: DataView) => void): void;
} {
  const { crowd } = GUIDE_KINDS[kind]();
  for (let tick = 0; tick < 3; tick++) crowd.step(DT);
  const snapshot = structuredClone(crowd.snapshot());
  const bytes = snapshot.guide!;
  // the crowd is elsewhere when it is restored
  for (let tick = 0; tick < 5; tick++) crowd.step(DT);
  return {
    crowd,
    bytes,
    restore(damage) {
      const guide = bytes.slice();
      damage(new DataView(guide.buffer));
      crowd.restore({ ...snapshot, guide });
    },
  };
}

/** Damages one place after the other; each is refused with its number, and nothing changes. */
function refuseEach(
  kind: string,
  sizes: (slots: number) => Sizes,
  cases: readonly (readonly [
    column: string,
    write: (view: DataView, at: number) => void,
    message: RegExp,
  ])[],
): void {
  const { crowd, bytes, restore } = prepare(kind);
  const places = placesOf(sizes(crowd.capacity), bytes.length);
  const before = structuredClone(crowd.snapshot());
  for (const [column, write, message] of cases) {
    const at = places.get(column)!;
    let error: unknown;
    try {
      restore((view) => write(view, at));
    } catch (thrown) {
      error = thrown;
    }
    assert.instance(error, RangeError, `${kind}, ${column}`);
    assert.match((error as Error).message, message);
    assert.equal(crowd.snapshot(), before, `${kind}, ${column}`);
  }
  restore(() => undefined);
  crowd.step(DT);
  crowd.destroy();
}

const f64 =
  (value: number, entry = 0) =>
  (view: DataView, at: number): void =>
    view.setFloat64(at + 8 * entry, value, true);
const u32 =
  (value: number, entry = 0) =>
  (view: DataView, at: number): void =>
    view.setUint32(at + 4 * entry, value, true);
const u8 =
  (value: number, entry = 0) =>
  (view: DataView, at: number): void =>
    view.setUint8(at + entry, value);

test('values out of range of paths', () => {
  const walk = (slots: number): Sizes => [
    ['aim', 4 * slots],
    ['quarters', slots],
    ['reached', 4 * slots],
  ];
  const sizes = (slots: number): Sizes => [...members(slots), ...seekers(slots), ...walk(slots)];
  refuseEach('paths by sight on a surface', sizes, [
    ['membership', u8(2, 3), /^membership of slot 3 in bytes is 2, expected .* from 0 to 1$/],
    ['status', u8(5, 1), /^status of slot 1 in bytes is 5, expected a number from 0 to 4$/],
    ['speed', f64(Number.NaN, 2), /^speed of slot 2 in bytes is NaN, /],
    ['speed', f64(-1), /^speed of slot 0 in bytes is -1, expected a number from 0 to 1000000$/],
    ['targetX', f64(Infinity, 7), /^target x of slot 7 in bytes is Infinity, /],
    ['targetY', f64(Number.NaN), /^target y of slot 0 in bytes is NaN, /],
    ['askAt', f64(Number.NaN), /^next question of slot 0 in bytes is NaN, /],
    ['counts', f64(-1, 1), /^plans in bytes is -1, /],
    ['queue', u32(64, 50), /^slot \d+ of the queue in bytes is 64, expected .* from 0 to 63$/],
    ['queue', u32(20, 50), /^slots that wait in bytes is \d+, expected the \d+ slots of the queue/],
    ['isWaiting', u8(3, 9), /^waiting of slot 9 in bytes is 3, /],
    ['ends', u32(64), /^begin of the queue in bytes is 64, expected a number from 0 to 63$/],
    ['ends', u32(65, 1), /^length of the queue in bytes is 65, expected a number from 0 to 64$/],
    ['aim', u32(999), /^aim of slot 0 in bytes is 999, expected a number from 0 to \d+$/],
    ['quarters', u8(4), /^quarters of slot 0 in bytes is 4, expected a number from 0 to 3$/],
    ['reached', u32(999), /^last point of slot 0 in bytes is 999, /],
  ]);
  // the points come first
  const { crowd, restore } = prepare('paths by corners');
  assert.throws(
    () => restore((view) => f64(Number.NaN, 1)(view, 16)),
    /^a point of slot 0 in bytes is NaN, expected a finite number$/,
  );
  assert.throws(() => restore((view) => f64(1e9)(view, 16)), /^points of slot 0 in bytes is 10{9}/);
  crowd.destroy();
});

test('values out of range of corridors', () => {
  const more = (slots: number): Sizes => [
    ['corridor', slots],
    ['turns', 16],
  ];
  const sizes = (slots: number): Sizes => [...members(slots), ...seekers(slots), ...more(slots)];
  refuseEach('corridors of discs', sizes, [
    ['status', u8(9), /^status of slot 0 in bytes is 9, /],
    ['corridor', u8(2, 4), /^corridor of slot 4 in bytes is 2, expected a number from 0 to 1$/],
    ['turns', f64(Number.NaN), /^repairs in bytes is NaN, /],
    ['turns', f64(64, 1), /^turn in bytes is 64, expected a whole number from 0 to 63$/],
    ['turns', f64(0.5, 1), /^turn in bytes is 0\.5, expected a whole number from 0 to 63$/],
  ]);
});

test('values out of range of fields and jam density', () => {
  const cells = 200 * 16;
  const sizes = (slots: number): Sizes => [
    ...members(slots),
    ['goal', 2 * slots],
    ['empty', 4 * cells],
    ['applied', 4 * cells],
    ['around', 4 * cells],
    ['updates', 4],
    ['cells', 4 * cells],
    ['has', cells],
    ['count', 4],
  ];
  const f32 =
    (value: number, entry = 0) =>
    (view: DataView, at: number): void =>
      view.setFloat32(at + 4 * entry, value, true);
  refuseEach('fields with jam density', sizes, [
    ['goal', (view, at) => view.setUint16(at + 2, 2, true), /^goal of slot 1 in bytes is 2, /],
    ['empty', f32(Number.NaN, 5), /^terrain of cell 5 in bytes is NaN, /],
    ['applied', f32(1.5, 6), /^terrain of cell 6 in bytes is 1\.5, /],
    ['applied', f32(1e-30), /^terrain of cell 0 in bytes is 1\.\d+e-30, /],
    ['has', u8(2, 3), /^crowd of cell 3 in bytes is 2, /],
    ['has', u8(1, 3199), /^crowded cells in bytes is 1, expected the 0 cells of the list/],
    ['count', u32(cells + 1), /^count of crowded cells in bytes is 3201, /],
    ['count', u32(1), /^crowded cells in bytes is 0, expected the 1 cells of the list, each once$/],
  ]);
});

for (const kind of Object.keys(GUIDE_KINDS))
  test(`words set to ones: refused, or the crowd goes on: ${kind} (seed 3)`, () => {
    const { crowd, bytes, restore } = prepare(kind);
    if (bytes === undefined) return;
    const random = randomFrom(3);
    let refused = 0;
    for (let i = 0; i < 150; i++) {
      const at = 4 * Math.floor((random() * bytes.length) / 4);
      const before = structuredClone(crowd.snapshot());
      let isRefused = false;
      try {
        restore((view) => view.setUint32(Math.min(at, bytes.length - 4), 0xffffffff, true));
      } catch (error) {
        assert.instance(error, RangeError, String(error));
        isRefused = true;
      }
      if (isRefused) {
        refused++;
        assert.equal(crowd.snapshot(), before);
        continue;
      }
      for (let tick = 0; tick < 3; tick++) crowd.step(DT);
      crowd.restore(before);
    }
    assert.ok(refused > 20, `${refused} refused`);
    crowd.destroy();
  });

test.run();
