// `node --import tsx scripts/pack-test.mjs`: what a user gets, tested as a user gets it. Packs
// every published package, checks the tarballs, installs each package alone into an empty folder,
// runs the example of its README there with plain node, and builds a page with Vite without any
// setting. Then installs all packages together, and tries every entry with the compilers that users
// have and every pool behind the bundlers that they have. The packages must be built.
// WAYFIELD_KEEP=1 leaves the folders.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../packages/testing/src/browser.ts';
import { softwareVulkanEnvironment, wantsSoftware } from '../packages/testing/src/gpu.ts';
import { publishedPackages } from './packages.mjs';
import { installAlone, runCommands, runReadmeExample } from './pack/install.mjs';
import { buildPage, openPage } from './pack/page.mjs';
import { runPools } from './pack/pools.mjs';
import { packAndCheck } from './pack/tarball.mjs';
import { compileAll, entryNames, installTogether, requireAll } from './pack/together.mjs';

/** The package whose binaries have to load from a page. */
const WASM_PACKAGE = '@wayfield/cpu-wasm';

/** A wall with one gap: the shortest way round it is known. */
const PAGE = `
import { buildGrid, buildQueries } from '@wayfield/graph';
import { createWasmSolver } from '${WASM_PACKAGE}';
import { createWasmPool } from '${WASM_PACKAGE}/pool';
import binary from '${WASM_PACKAGE}/kernels.wasm?url';

const blocked = [0, 0, 0, 1, 1, 0, 0, 0, 0];
const grid = buildGrid({ width: 3, height: 3, blocked });
const solver = createWasmSolver(grid);
const routes = solver.run(buildQueries([[0, 6]]));
const pool = await createWasmPool(grid, { threads: 2 });
const pooled = await pool.run(buildQueries([[0, 6], [6, 0]]));
const bytes = await (await fetch(binary)).arrayBuffer();
globalThis.answer = {
  cost: routes.cost[0],
  path: [...routes.node.subarray(routes.firstNode[0], routes.firstNode[1])],
  pool: [pool.threads, ...pooled.cost.subarray(0, 2)],
  bareBinaryIsValid: WebAssembly.validate(bytes),
};
solver.destroy();
await pool.destroy();
`;
const ANSWER = { cost: 6, path: [0, 1, 2, 5, 8, 7, 6], pool: [2, 6, 6], bareBinaryIsValid: true };

const work = mkdtempSync(join(tmpdir(), 'wayfield-pack-'));
// examples that need a GPU get what the tests get
if (wantsSoftware()) Object.assign(process.env, softwareVulkanEnvironment());
let step = '';
/** One for all pages; undefined, with the reason printed, where there is none for this machine. */
const browser = await launchChromium();
try {
  await main();
} catch (error) {
  console.log(`failed: ${step}\n${error.message}`);
  process.exitCode = 1;
} finally {
  await browser?.close();
  if (process.env.WAYFIELD_KEEP) console.log(`kept: ${work}`);
  else rmSync(work, { recursive: true, force: true });
}

async function main() {
  const packages = publishedPackages();
  const packs = new Map();
  const problems = [];
  mkdirSync(join(work, 'tarballs'));
  for (const one of packages) {
    step = `pack ${one.name}`;
    const pack = await packAndCheck(one, join(work, 'tarballs'));
    packs.set(one.name, pack);
    problems.push(...pack.problems);
    console.log(`${one.name.padEnd(20)} ${kilo(pack.bytes)} packed, ${pack.files.size} files`);
  }
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) throw new Error(`${problems.length} problems in the tarballs`);

  for (const { name, manifest } of packages) {
    const folder = join(work, name.replace(/[@/]/g, '_'));
    step = `install ${name} alone`;
    const { installed, bytes } = installAlone(name, packs, folder);
    step = `the README example of ${name}`;
    const printed = await runReadmeExample(name, folder);
    step = `the commands of ${name}`;
    runCommands(name, manifest, folder);
    console.log(
      `${name.padEnd(20)} ${kilo(bytes)} installed, ${installed.length} packages; example:`,
    );
    console.log(printed.trimEnd().replace(/^/gm, '    '));
    if (name === WASM_PACKAGE) await checkBinaries(folder);
  }
  await useTogether(packs);
  console.log(`pack test passed for ${packages.length} packages`);
}

async function useTogether(packs) {
  const folder = join(work, 'together');
  step = 'install all packages together';
  installTogether(packs, folder);
  const names = entryNames(packs);
  step = 'require every entry';
  requireAll(names, folder);
  step = 'compile programs that import every entry';
  compileAll(names, folder);
  console.log(`all together: ${names.length} entries are required, imported and compiled`);
  step = 'the pools on pages';
  if (browser)
    for (const line of await runPools(browser, packs, folder)) console.log(`    ${line}`);
}

async function checkBinaries(folder) {
  step = 'the bare binaries in Node';
  const resolve = createRequire(join(folder, 'example.mjs')).resolve;
  for (const file of ['kernels.wasm', 'kernels.threads.wasm']) {
    const bytes = readFileSync(resolve(`${WASM_PACKAGE}/${file}`));
    if (!WebAssembly.validate(bytes)) throw new Error(`${file} is no valid WebAssembly module`);
  }
  step = 'vite build of a page without configuration';
  const page = await buildPage(folder, PAGE);
  step = 'the built page in a browser';
  if (!browser) return;
  const answer = await openPage(browser, page, { isolated: true });
  if (JSON.stringify(answer) !== JSON.stringify(ANSWER)) {
    throw new Error(`it answers ${JSON.stringify(answer)}, expected ${JSON.stringify(ANSWER)}`);
  }
  console.log(`    vite build without configuration: the page answers ${JSON.stringify(answer)}`);
}

function kilo(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
}
