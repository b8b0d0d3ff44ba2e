import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readTrace } from '../src/read-trace.ts';

const test = suite('readTrace');

test('reads GeoJSON places whose numbers are written with an exponent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-trace-'));
  const file = join(folder, 'trace.json');
  const trace = async (coordinates: unknown): Promise<unknown> => {
    await writeFile(file, JSON.stringify({ type: 'LineString', coordinates }));
    return readTrace(file).catch((error: Error) => error.message.replace(file, 'FILE'));
  };
  try {
    // on the meridian of Greenwich: 5e-7 degrees are 3 cm
    assert.equal(
      await trace([
        [5e-7, 51.5],
        [-1e-9, 51.6],
      ]),
      [
        { lat: 51.5, lon: 5e-7 },
        { lat: 51.6, lon: -1e-9 },
      ],
    );
    const places = await trace([
      [1, 91],
      [1, 2],
    ]);
    assert.is(places, 'cannot read FILE: The latitude, 91, is not in -90 .. 90.');
    const none = await trace([
      [1, null],
      [1, 2],
    ]);
    assert.match(none as string, /^cannot read FILE: Expected degrees/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('takes an empty field of seconds as an unknown time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-trace-'));
  const file = join(folder, 'trace.txt');
  try {
    await writeFile(file, '51.5,0.1,60\n51.6,0.1,\n51.7,0.1, \n51.8,0.1,90\n');
    assert.equal(await readTrace(file), [
      { lat: 51.5, lon: 0.1, time: 60 },
      { lat: 51.6, lon: 0.1 },
      { lat: 51.7, lon: 0.1 },
      { lat: 51.8, lon: 0.1, time: 90 },
    ]);
    for (const time of ['0x10', '08:30:00', 'Infinity', '1e999']) {
      await writeFile(file, `51.5,0.1,${time}\n51.6,0.1,99\n`);
      assert.match(
        await readTrace(file).then(String, String),
        `cannot read ${file}: The time is "${time}", expected seconds.`,
      );
    }
    await writeFile(file, '51.5,0.1,-1.5\n51.6,0.1,1.7e9,12\n');
    assert.equal(
      (await readTrace(file)).map(({ time }) => time),
      [-1.5, 1.7e9],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.run();
