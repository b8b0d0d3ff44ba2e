// The check of the build that no static data of kernels lies where arenas give out memory.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

interface Checks {
  dataSegments(binary: Uint8Array): readonly { offset: number; length: number }[];
  checkDataSegments(binary: Uint8Array, name: string): void;
}

const path = new URL('../../../scripts/data-segments.mjs', import.meta.url);
const { checkDataSegments, dataSegments } = (await import(path.href)) as Checks;

const test = suite('static data of kernels');

/** A number as WebAssembly writes it; below 2^13, so that no byte is taken for a sign. */
const leb = (n: number): number[] => (n < 64 ? [n] : [(n & 0x7f) | 0x80, n >> 7]);

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const ONE_PAGE = [5, 3, 1, 0, 1];

/** A module with one page of memory and static data at these places. */
function moduleWith(places: readonly (readonly [offset: number, length: number])[]): Uint8Array {
  const segments = places.flatMap(([offset, length]) => {
    const bytes = Array.from({ length }, () => 7);
    return [0, 0x41].concat(leb(offset), 0x0b, leb(length), bytes);
  });
  const data = [places.length].concat(segments);
  return Uint8Array.from(HEAD.concat(ONE_PAGE, 11, leb(data.length), data));
}

test('is found where the module puts it', () => {
  const module = moduleWith([
    [32, 9],
    [1000, 24],
  ]);
  assert.ok(WebAssembly.validate(module as Uint8Array<ArrayBuffer>));
  assert.equal(dataSegments(module), [
    { offset: 32, length: 9 },
    { offset: 1000, length: 24 },
  ]);
  checkDataSegments(module, 'kernels.wasm');
  checkDataSegments(moduleWith([]), 'kernels.wasm');
});

test('is refused where an arena has its memory', () => {
  for (const [offset, length] of [
    [1024, 8],
    [1020, 8],
    [16, 4],
    [4000, 1],
  ] as const) {
    assert.throws(
      () => checkDataSegments(moduleWith([[offset, length]]), 'kernels.wasm'),
      new RegExp(`kernels.wasm has ${length} bytes of static data at byte ${offset}, .*memoryBase`),
    );
  }
});

test('whose place is not known is refused', () => {
  const passive = Uint8Array.from(HEAD.concat(11, 4, 1, 1, 1, 7));
  assert.throws(() => checkDataSegments(passive, 'kernels.wasm'), /place is not known/);
});

test.run();
