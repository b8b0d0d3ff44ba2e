import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FORMATS, fuzz } from './damage.ts';

const SEED = 20_261_121;
const ROUNDS = 600;

const damaged = suite(`readOsm given damaged files, seed ${SEED}`);
for (const format of FORMATS) {
  damaged(`${format.name}, ${ROUNDS} files`, async () => {
    const { read, refused } = await fuzz(format, SEED, ROUNDS);
    assert.is(read + refused, ROUNDS);
    // the damage is neither always harmless nor always found out, but by checksums
    assert.ok(refused > ROUNDS / 10, `${refused} refused`);
    assert.ok(read > 0, 'none was read');
  });
}
damaged.run();
