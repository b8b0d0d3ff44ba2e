import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { sameArray } from '@wayfield/testing';
import { launchChromium, serveFolder } from '@wayfield/testing/browser';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readOsm, writeRoadNetwork } from '../src/index.ts';
import { townBzip2 } from './fixtures/town-bz2.ts';
import { town } from './town.ts';
import { writePbf, writeXml } from './write-pbf.ts';

// A worker of a page reads what Node reads, and refuses what Node refuses.
const browser = await launchChromium();
const site = browser && mkdtempSync(join(tmpdir(), 'wayfield-osm-'));
let server: Awaited<ReturnType<typeof serveFolder>> | undefined;
let page: Awaited<ReturnType<NonNullable<typeof browser>['newPage']>> | undefined;

const pages = suite('readOsm in a worker of a browser');
const on = browser ? pages : pages.skip;

// in a hook, not at the top of the file: if the page cannot be opened, the failure has a name, and
// browser and server are closed
pages.before(async () => {
  if (!browser || !site) return;
  await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    outfile: join(site, 'osm.js'),
    logLevel: 'error',
  });
  writeFileSync(join(site, 'worker.js'), WORKER);
  server = await serveFolder(site);
  page = await browser.newPage();
  // any page of the server may start its workers
  await page.goto(`${server.url}no-such-page`);
});

pages.after(async () => {
  await browser?.close();
  await server?.close();
  if (site) rmSync(site, { recursive: true, force: true });
});

const WORKER = `import { readOsm, writeRoadNetwork } from './osm.js';
  onmessage = async ({ data: { file, form } }) => {
    const blob = new Blob([file]);
    const source = form === 'Blob' ? blob : form === 'stream' ? blob.stream() : file;
    try {
      const network = await readOsm(source, { profile: 'car', turnRestrictions: true });
      postMessage(Array.from(writeRoadNetwork(network)));
    } catch (error) {
      postMessage(String(error));
    }
  };`;

const read = (file: Uint8Array, form: string): Promise<number[] | string> =>
  page!.evaluate(`new Promise((done, failed) => {
    const worker = new Worker('${server!.url}worker.js', { type: 'module' });
    worker.onerror = ({ message }) => failed(new Error(message));
    worker.onmessage = ({ data }) => {
      worker.terminate();
      done(data);
    };
    const text = atob('${Buffer.from(file).toString('base64')}');
    const file = Uint8Array.from(text, (c) => c.charCodeAt(0));
    worker.postMessage({ file, form: '${form}' });
  })`);

const xml = new TextEncoder().encode(writeXml(town));
const forms: [name: string, file: () => Uint8Array, form: string][] = [
  ['XML in bytes', () => xml, 'bytes'],
  ['XML in a Blob', () => xml, 'Blob'],
  ['gzip XML in a stream', () => new Uint8Array(gzipSync(xml)), 'stream'],
  ['bzip2 XML', () => townBzip2, 'bytes'],
  ['PBF', () => writePbf(town), 'Blob'],
];
for (const [name, file, form] of forms) {
  on(`${name}: the bytes of Node`, async () => {
    const answer = await read(file(), form);
    assert.type(answer, 'object', String(answer));
    const network = await readOsm(xml, { profile: 'car', turnRestrictions: true });
    sameArray(Uint8Array.from(answer as number[]), writeRoadNetwork(network));
  });
}

on('truncated files end in the same errors', async () => {
  const cases: [Uint8Array, RegExp][] = [
    [gzipSync(xml).subarray(0, 500), /^SyntaxError: gzip is truncated or corrupt: /],
    [townBzip2.subarray(0, 500), /^SyntaxError: bzip2 is truncated or corrupt: /],
    [
      writePbf(town).subarray(0, 200),
      /^SyntaxError: PBF blob 1: \d+ bytes are left, expected \d+$/,
    ],
    [xml.subarray(0, 900), /^SyntaxError: OSM XML:\d+:\d+: /],
  ];
  for (const [file, text] of cases) assert.match(String(await read(file, 'bytes')), text);
});

pages.run();
