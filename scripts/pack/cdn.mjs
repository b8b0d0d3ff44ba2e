// Loads the single-file builds of packages that are installed together on a page without any tool,
// as a page does that takes them from a CDN.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { serveFolder } from '../../packages/testing/src/browser.ts';
import { root } from '../packages.mjs';
import { answerOf, importMap } from './pools.mjs';

/** A wall with one gap, built by one file and searched by another: the cost is known. */
const SEARCH = `
  const [{ buildGrid, buildQueries }, { createWasmSolver }] = [graph, wasm];
  const grid = buildGrid({ width: 3, height: 3, blocked: [0, 0, 0, 1, 1, 0, 0, 0, 0] });
  const solver = createWasmSolver(grid);
  const cost = solver.run(buildQueries([[0, 6]])).cost[0];
  solver.destroy();`;
const COST = 6;

/** How far a size in the document may be from that of the packed file. */
const TOLERANCE = 0.05;

/** The sizes of single-file builds in `docs/support.md` are those of the packed files. */
export function checkSizes(packs) {
  const text = readFileSync(join(root, 'docs/support.md'), 'utf8');
  for (const [name, { packed, files }] of packs) {
    if (packed.jsdelivr === undefined) continue;
    const bytes = files.get(packed.jsdelivr.replace('./', ''));
    const row = new RegExp(`^\\| \`${name}\` \\| ([\\d.]+) kB \\| ([\\d.]+) kB \\|$`, 'm').exec(
      text,
    );
    const sizes = [bytes.length, brotliCompressSync(bytes).length].map((size) => size / 1000);
    const isRight = (size, i) => Math.abs(Number(row[i + 1]) - size) <= TOLERANCE * size + 0.1;
    if (row === null || !sizes.every(isRight)) {
      const found = row?.slice(1) ?? 'no row';
      throw new Error(`docs/support.md says of ${name}: ${found}, not ${sizes}: build-cdn --table`);
    }
  }
}

/** A peer that is no ES module: pages load it from a CDN that makes it one. */
const COMMONJS = 'react';

/**
 * Every single-file build exports on a page what the main entry exports in Node, and the builds of
 * two packages work with each other. Frameworks come from an import map. Gives a line on it.
 */
export async function runSingleFiles(browser, packs, folder) {
  const built = [...packs].filter(([, { packed }]) => packed.jsdelivr !== undefined);
  const files = built
    .filter(([, { packed }]) => packed.peerDependencies?.[COMMONJS] === undefined)
    .map(([name, { packed }]) => [
      name,
      `/node_modules/${name}/${packed.jsdelivr.replace('./', '')}`,
    ]);
  const address = new Map(files);
  const script = `
    const files = ${JSON.stringify(files)};
    const names = {};
    for (const [name, file] of files) names[name] = Object.keys(await import(file)).sort();
    const graph = await import('${address.get('@wayfield/graph')}');
    const wasm = await import('${address.get('@wayfield/cpu-wasm')}');
    ${SEARCH}
    globalThis.answer = { names, cost };`;
  const head = importMap(packs, folder, (name) => !packs.has(name));
  const html = `<!doctype html><title>files</title>${head}<script type="module">${script}</script>`;
  writeFileSync(join(folder, 'files.html'), html);
  const server = await serveFolder(folder, { isolated: false });
  try {
    const answer = await answerOf(browser, `${server.url}files.html`, 'single-file builds');
    if (answer.cost !== COST) throw new Error(`single files: the cost is ${answer.cost}`);
    for (const [name] of files) {
      const expected = await exportsOf(name, folder);
      const found = answer.names[name];
      if (String(found) !== String(expected)) {
        throw new Error(`${name}, the single file exports ${found}, not ${expected}`);
      }
    }
  } finally {
    await server.close();
  }
  const left = built.length - files.length;
  const note = left > 0 ? `; ${left} left out, ${COMMONJS} is no ES module` : '';
  return `no tool, single files: ${files.length} export what the main entries do${note}`;
}

/** What the main entry of an installed package exports in this Node. */
async function exportsOf(name, folder) {
  const file = join(folder, 'node_modules', name, 'dist', 'index.js');
  return Object.keys(await import(pathToFileURL(file).href)).sort();
}
