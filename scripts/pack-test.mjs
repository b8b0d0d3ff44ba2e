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
import { checkSizes, runSingleFiles } from './pack/cdn.mjs';
import { inParallel } from './pack/command.mjs';
import { checkExampleTypes, installAlone, runCommands, runReadmeExample } from './pack/install.mjs';
import { buildPage, openPage } from './pack/page.mjs';
import { runPools } from './pack/pools.mjs';
import { useEverywhere } from './pack/runtimes.mjs';
import { packAndCheck } from './pack/tarball.mjs';
import { compileAll, entryNames, installTogether, requireAll } from './pack/together.mjs';

/** How many packages are packed or used at one time. */
const AT_ONCE = 2;
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
/** One for all pages; undefined, with the reason printed, where there is none for this machine. */
const browser = await launchChromium();
try {
  await main();
} catch (error) {
  console.log(error.message);
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
  await inParallel(AT_ONCE, packages, async (one) => {
    const pack = await step(`pack ${one.name}`, () => packAndCheck(one, join(work, 'tarballs')));
    packs.set(one.name, pack);
    problems.push(...pack.problems);
    console.log(`${one.name.padEnd(20)} ${kilo(pack.bytes)} packed, ${pack.files.size} files`);
  });
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) throw new Error(`${problems.length} problems in the tarballs`);
  checkSizes(packs);
  tell('packed');

  await inParallel(AT_ONCE, packages, (one) => useAlone(one, packs));
  tell('used alone');
  await useTogether(packs);
  tell('used together');
  console.log(`pack test passed for ${packages.length} packages`);
}

async function useAlone({ name, manifest }, packs) {
  const folder = join(work, name.replace(/[@/]/g, '_'));
  const alone = await step(`install ${name} alone`, () => installAlone(name, packs, folder));
  const { source, printed } = await step(`the README example of ${name}`, () =>
    runReadmeExample(name, folder),
  );
  await step(`the types in the README of ${name}`, () => checkExampleTypes(source, folder));
  await step(`the commands of ${name}`, () => runCommands(name, manifest, folder));
  const { installed, bytes } = alone;
  console.log(
    `${name.padEnd(20)} ${kilo(bytes)} installed, ${installed.length} packages; example:\n` +
      printed.trimEnd().replace(/^/gm, '    '),
  );
  if (name === WASM_PACKAGE) await checkBinaries(folder);
}

async function useTogether(packs) {
  const folder = join(work, 'together');
  await step('install all packages together', () => installTogether(packs, folder));
  const names = entryNames(packs);
  await step('require every entry', () => requireAll(names, folder));
  await step('compile programs that import every entry', () => compileAll(names, folder));
  console.log(`all together: ${names.length} entries are required, imported and compiled`);
  const runtimes = await step('other runtimes', () => useEverywhere(packs, names, folder));
  for (const line of runtimes) console.log(`    ${line}`);
  tell('used by other runtimes');
  if (!browser) return;
  const pools = await step('the pools on pages', () => runPools(browser, packs, folder));
  for (const line of pools) console.log(`    ${line}`);
  const files = await step('single files', () => runSingleFiles(browser, packs, folder));
  console.log(`    ${files}`);
}

async function checkBinaries(folder) {
  const resolve = createRequire(join(folder, 'example.mjs')).resolve;
  for (const file of ['kernels.wasm', 'kernels.threads.wasm']) {
    const bytes = readFileSync(resolve(`${WASM_PACKAGE}/${file}`));
    if (!WebAssembly.validate(bytes)) throw new Error(`${file} is no valid WebAssembly module`);
  }
  const page = await step('vite build without configuration', () => buildPage(folder, PAGE));
  if (!browser) return;
  const isolated = { isolated: true };
  const answer = await step('the built page', () => openPage(browser, page, isolated));
  if (JSON.stringify(answer) !== JSON.stringify(ANSWER)) {
    throw new Error(`it answers ${JSON.stringify(answer)}, expected ${JSON.stringify(ANSWER)}`);
  }
  console.log(`    vite build without configuration: the page answers ${JSON.stringify(answer)}`);
}

/** What `job` gives; an error tells in which step it came up. */
async function step(name, job) {
  try {
    return await job();
  } catch (error) {
    throw new Error(`failed: ${name}\n${error.message}`, { cause: error });
  }
}

/** Prints how long the test has taken so far. */
function tell(what) {
  console.log(`${what} after ${Math.round(performance.now() / 1000)} s`);
}

function kilo(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
}
