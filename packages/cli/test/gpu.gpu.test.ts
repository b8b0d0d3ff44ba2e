// Matrices and tables on the GPU of this machine.
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { readRouting } from '@wayfield/routing';
import { createOsrmService } from '@wayfield/serve/osrm';
import { testDevice, wantsSoftware } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from '../src/main.ts';
import { type Run, squareFolder } from './square.ts';

const test = suite('wayfield: on a GPU');
const { at, here } = squareFolder(test);

/** Calls `wayfield` on a device of the tests; `stop` is called with what it printed so far. */
async function onGpu(args: string[], stop?: (out: string) => void): Promise<Run> {
  let [out, err] = ['', ''];
  const write = (text: string): void => {
    out += text;
    stop?.(out);
  };
  const streams = { out: { write }, err: { write: (text: string) => (err += text) } };
  const code = await run(args, streams, () => testDevice());
  return { code, out, err };
}

const PLACES = ['52.50,13.402', '52.505,13.41', '52.50,13.42', '52.51,13.404'];

test('matrix --gpu prints what one thread prints', async () => {
  const convert = ['osm', 'convert', 'square.osm', '-qo', 'square.wfr', '--format', 'routing'];
  assert.is((await here(...convert)).code, 0);
  const right = await here('matrix', 'square.wfr', ...PLACES);
  assert.is(right.out.split('\n').length, PLACES.length + 1);
  const found = await onGpu(['matrix', at('square.wfr'), ...PLACES, '--gpu']);
  assert.equal(found, { ...right, code: 0 });
  const both = await here('matrix', 'square.wfr', ...PLACES, '--gpu', '--threads', '2');
  assert.is(both.code, 2);
  assert.match(both.err, /'--gpu' cannot be used with option '--threads/);
});

test('serve --gpu answers tables with the bytes of one thread', async () => {
  const service = createOsrmService(readRouting(new Uint8Array(await readFile(at('square.wfr')))));
  const places = PLACES.map((place) => place.split(',').reverse().join(',')).join(';');
  let url = '';
  const args = ['serve', at('square.wfr'), '--port', '0', '--threads', '1', '--gpu-cells', '16'];
  const served = onGpu(args, (out) => (url = /http:\S+(?=:)/.exec(out)?.[0] ?? ''));
  const end = performance.now() + 60_000;
  while (url === '') {
    await Promise.race([setTimeout(5), served]);
    assert.ok(performance.now() < end, 'the server has begun');
  }
  const large = `/table/v1/car/${places}`;
  const less = `${large}?sources=0;1;2`;
  const metres = `${large}?annotations=distance`;
  for (const target of [large, less, metres, `${large}?sources=9`]) {
    assert.is(await (await fetch(url + target)).text(), String(service.answer(target).body));
  }
  const metrics = await (await fetch(`${url}/metrics`)).text();
  assert.match(metrics, /\nwayfield_solver_tables_total 1\n/);
  assert.match(metrics, /\nwayfield_solver_failures_total 0\n/);
  process.emit('SIGTERM');
  assert.is((await served).code, 0);
  service.destroy();
});

test('--gpu says in words that there is no GPU', async () => {
  // on the software driver there is none
  if (!wantsSoftware()) return;
  for (const command of [
    ['matrix', 'square.wfr', ...PLACES],
    ['serve', 'square.wfr'],
  ]) {
    const { code, out, err } = await here(...command, '--gpu');
    assert.equal([code, out], [2, '']);
    assert.match(err, /^wayfield: --gpu: (?:.*no .*adapter|the only WebGPU adapter is a program)/);
  }
});

test.run();
