import { answerOfPage } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('page');

test('WebGL draws agents above the mesh', async () => {
  const screenshot = process.env['WAYFIELD_SCREENSHOT'];
  const answer = await answerOfPage<Record<'red' | 'green' | 'white' | 'black', number>>(
    new URL('page.ts', import.meta.url),
    screenshot ? { screenshot } : {},
  );
  if (!answer) return;
  const { red, green, white, black } = answer;
  // 12 cones of some 2 x 1.6 units, a unit is 10 pixels; free space is 36 x 26 less 8 x 8
  assert.ok(red > 12 * 90 && red < 12 * 320, `${red} red pixels`);
  assert.ok(green + red + black > 85_000 && green + red + black < 88_500, `${green} green`);
  assert.ok(black > 400, `${black} black pixels`);
  assert.ok(white > 31_000, `${white} white pixels`);
});

test.run();
