import { decode } from 'fast-png';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCanvas } from '../src/report/pages/canvas.ts';
import { studyPictures } from '../src/run/study/pictures.ts';

const canvas = suite('createCanvas');

canvas('draws lines and discs where they are in the world, whose y grows upwards', () => {
  const colours = [
    [255, 255, 255],
    [10, 20, 30],
    [200, 0, 0],
  ] as const;
  const drawn = createCanvas({ world: [20, 10], size: 40, colours });
  drawn.line([0, 0], [20, 0], 1);
  drawn.disc(10, 5, 2, 2);
  drawn.disc(-100, 5, 2, 2); // outside: nothing
  const { width, height, png } = drawn.finish();
  assert.equal([width, height], [40, 20]);
  const { data, palette } = decode(png);
  assert.equal(palette!.slice(0, 3), [
    [255, 255, 255],
    [10, 20, 30],
    [200, 0, 0],
  ]);
  const at = (x: number, y: number): number => data[y * width + x];
  assert.is(at(20, 19), 1, 'the line is at the bottom');
  assert.equal([at(20, 9), at(23, 9), at(26, 9)], [2, 2, 0]);
  assert.is(data.filter((colour) => colour === 2).length > 40, true);
  assert.is(at(0, 0), 0);
});

canvas.run();

const pictures = suite('studyPictures');

pictures('are PNGs of the stated size, and none for a study without', async () => {
  const drawn = await studyPictures('collision', 'wayfield-bench study collision', 1);
  assert.equal(
    drawn.map(({ id, command }) => [id, command]),
    [
      ['T1', 'wayfield-bench study collision'],
      ['T2', 'wayfield-bench study collision'],
    ],
  );
  for (const { width, height, png } of drawn) {
    const { data, ...size } = decode(Buffer.from(png, 'base64'));
    assert.equal([size.width, size.height], [width, height]);
    assert.is(new Set(data).size, 3, 'ground, circles, circles that touch');
  }
  assert.equal(await studyPictures('chess', '', 1), []);
});

pictures.run();
