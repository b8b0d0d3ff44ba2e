// Runs every pool of the packed packages on pages made in the ways that users make them: with the
// development server of Vite, with bundlers, and with no tool at all. A page that is cross-origin
// isolated must get its threads; one that is not must work on the calling thread and say why.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import nodeResolve from '@rollup/plugin-node-resolve';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import * as vite from 'vite';
import * as vite7 from 'vite7';
import webpack from 'webpack';
import { serveFolder } from '../../packages/testing/src/browser.ts';
import { exportedFiles, importName } from '../packages.mjs';
import { quietLogger } from './page.mjs';

const THREADS = 2;
/** How many pools a page runs. */
const POOLS = 10;
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Each pool has its answer compared with that of one thread. */
const PAGE = `
import { buildGrid, buildQueries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { buildHubLabels, createHubLabelSolver } from '@wayfield/cpu-wasm/hub-labels';
import { createHubLabelPool } from '@wayfield/cpu-wasm/hub-labels-pool';
import { buildSubgoalHierarchy, createSubgoalSolver } from '@wayfield/cpu-wasm/subgoals';
import { createSubgoalPool } from '@wayfield/cpu-wasm/subgoal-pool';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { buildBodies, createCollisionSolver } from '@wayfield/collision';
import { createCollisionPool } from '@wayfield/collision/pool';
import { createDiffusion } from '@wayfield/diffusion';
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { buildPointLabels, createLabelSearch } from '@wayfield/euclidean-hub-labels';
import { createLabelPool } from '@wayfield/euclidean-hub-labels/pool';
import { buildPointQueries, buildPolygonMesh } from '@wayfield/navmesh';
import { createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { createAreaSearch } from '@wayfield/movement/areas';
import { createAreaPool } from '@wayfield/movement/areas-pool';
import { createCorridors } from '@wayfield/movement/corridors';
import { createCorridorPool } from '@wayfield/movement/corridors-pool';
import { createSurface } from '@wayfield/surface';
import { createSurfacePool } from '@wayfield/surface/pool';

const options = { threads: ${THREADS} };
const pairs = (count) => buildQueries(Array.from({ length: 64 }, (_, i) => [(i * 37) % count, (i * 101) % count]));
const answers = {};

async function compare(name, pool, expected, ask) {
  const same = String(await ask(pool)) === String(expected);
  answers[name] = { threads: pool.threads, fallback: pool.fallback, same };
  await pool.destroy();
}

async function run() {
  const grid = buildGrid({ width: 40, height: 40 });
  const inGrid = pairs(1600);
  await compare('cpu-wasm/pool', await createWasmPool(grid, options),
    createWasmSolver(grid).run(inGrid).cost, async (pool) => (await pool.run(inGrid)).cost);

  const roads = roadGraph(20, 20, { seed: 3 });
  const hierarchy = buildHierarchy(roads);
  const onRoads = pairs(roads.nodeCount);
  await compare('cpu-wasm/hierarchy-pool', await createHierarchyPool(roads, hierarchy, options),
    createHierarchySolver(roads, hierarchy).run(onRoads).cost, async (pool) => (await pool.run(onRoads)).cost);

  const labels = buildHubLabels(hierarchy);
  await compare('cpu-wasm/hub-labels-pool',
    await createHubLabelPool(roads, hierarchy, labels, options),
    createHubLabelSolver(roads, hierarchy, labels).distances(onRoads),
    (pool) => pool.distances(onRoads));

  const turns = buildSubgoalHierarchy(grid);
  const turnLabels = buildHubLabels(turns);
  await compare('cpu-wasm/subgoal-pool', await createSubgoalPool(grid, turns, turnLabels, options),
    createSubgoalSolver(grid, turns, turnLabels).run(inGrid).cost,
    async (pool) => (await pool.run(inGrid)).cost);

  const x = Float32Array.from({ length: 3000 }, (_, i) => (i * 7.3) % 61);
  const y = Float32Array.from({ length: 3000 }, (_, i) => (i * 3.7) % 53);
  const bodies = buildBodies({ x, y, radius: 0.3 });
  await compare('collision/pool', await createCollisionPool(bodies, options),
    createCollisionSolver(bodies).pairs({ canonical: true }).slots,
    async (pool) => (await pool.pairs({ canonical: true })).slots);

  const map = { width: 40, height: 40, neighbours: 8, terrain: new Float32Array(1600).fill(1) };
  const model = createDiffusion(map);
  model.setGoals('goal', { cell: [0] });
  model.step(20);
  await compare('diffusion/pool', await createDiffusionPool(map, options), model.field('goal'), async (pool) => {
    pool.setGoals('goal', { cell: [0] });
    await pool.step(20);
    return pool.field('goal');
  });

  const boundary = [0, 0, 40, 0, 40, 40, 0, 40];
  const mesh = createNavMesh({ boundary, obstacles: [[9, 8, 30, 20, 12, 28]] });
  const places = Array.from({ length: 600 }, (_, i) =>
    [1 + (i % 7), 1 + (i * 3.7) % 38, 31 + (i % 7), 1 + (i * 7.3) % 38]);
  const [px, py, dx, dy] = [0, 1, 2, 3].map((k) => Float64Array.from(places, (row) => row[k]));
  const moves = { x: px, y: py, dx, dy, radius: 0.5 };
  await compare('surface/pool', await createSurfacePool(mesh, options),
    createSurface(mesh).moveAlongAll(moves).x, async (pool) => (await pool.moveAlongAll(moves)).x);

  const onMesh = buildPointQueries(places);
  const areas = { areas: [{ polygon: [9, 0, 20, 0, 20, 8, 9, 8], area: 1 }], costs: [1, 5] };
  await compare('movement/areas-pool', await createAreaPool(mesh, { ...areas, ...options }),
    createAreaSearch(mesh, areas).run(onMesh).cost, async (pool) => (await pool.run(onMesh)).cost);

  const triangles = buildPolygonMesh(mesh.triangulation, { merge: false });
  const pointLabels = buildPointLabels(triangles);
  await compare('euclidean-hub-labels/pool', await createLabelPool(triangles, pointLabels, options),
    createLabelSearch(triangles, pointLabels).run(onMesh).cost,
    async (pool) => (await pool.run(onMesh)).cost);

  const routes = createPolyanya(mesh).run(onMesh);
  const corridors = createCorridors(mesh, places.length);
  corridors.setAll({ routes });
  await compare('movement/corridors-pool', await createCorridorPool(mesh, places.length, options),
    corridors.distanceAll(), async (pool) => {
      await pool.setAll({ routes });
      return pool.distanceAll();
    });
}

run().then(
  () => (globalThis.answer = answers),
  (error) => (globalThis.answer = { failed: error.message }),
);
`;

/** Tries every way; gives a line on each. Throws at the first page whose answers are wrong. */
export async function runPools(browser, packs, folder) {
  const input = join(folder, 'main.mjs');
  writeFileSync(input, PAGE);
  writeFileSync(join(folder, 'index.html'), htmlOf('./main.mjs'));
  const lines = await developAll(browser, folder);
  for (const [name, make] of Object.entries(BUNDLERS)) {
    const out = join(folder, 'out', name.replace(/\W+/g, '-'));
    mkdirSync(out, { recursive: true });
    // what webpack builds by default is no module
    const kind = name === 'webpack' ? 'defer' : undefined;
    writeFileSync(join(out, 'index.html'), htmlOf('./main.js', { kind }));
    await make(folder, input, out);
    lines.push(...(await checkServed(browser, name, out, '')));
  }
  const head = importMap(packs, folder);
  writeFileSync(join(folder, 'map.html'), htmlOf('./main.mjs', { head }));
  lines.push(...(await checkServed(browser, 'no tool, an import map', folder, 'map.html')));
  return lines;
}

function htmlOf(script, { head = '', kind = 'type="module"' } = {}) {
  return `<!doctype html><title>pools</title>${head}<script ${kind} src="${script}"></script>`;
}

/** Each builds a folder with `main.js` out of the folder of the packages. */
const BUNDLERS = {
  [`Vite ${vite.version}, build`]: (folder, _, out) => viteBuild(vite, folder, out),
  [`Vite ${vite7.version}, build`]: (folder, _, out) => viteBuild(vite7, folder, out),
  esbuild: (_, input, out) =>
    esbuild({
      entryPoints: [input],
      outfile: join(out, 'main.js'),
      bundle: true,
      format: 'esm',
      logLevel: 'error',
    }),
  rollup: async (_, input, dir) => {
    const plugins = [nodeResolve({ browser: true })];
    const bundle = await rollup({ input, plugins, onwarn: refuse });
    await bundle.write({ dir, format: 'es', entryFileNames: 'main.js' });
    await bundle.close();
  },
  webpack: webpackBuild,
};

/** By the development servers of Vite. */
async function developAll(browser, folder) {
  const lines = [];
  for (const [name, { createServer, version }] of Object.entries({ vite7, vite })) {
    const server = await createServer({
      root: folder,
      configFile: false,
      cacheDir: `node_modules/.${name}`,
      server: { port: 0, host: '127.0.0.1', headers: ISOLATION },
      customLogger: quietLogger([]),
    });
    await server.listen();
    try {
      const url = `http://127.0.0.1:${server.httpServer.address().port}/`;
      lines.push(await check(browser, `Vite ${version}, development`, url, true));
    } finally {
      await server.close();
    }
  }
  return lines;
}

/** A page of static files, with shared memory and without. */
async function checkServed(browser, name, folder, page) {
  const lines = [];
  for (const isolated of [true, false]) {
    const server = await serveFolder(folder, { isolated });
    try {
      lines.push(await check(browser, name, server.url + page, isolated));
    } finally {
      await server.close();
    }
  }
  return lines;
}

async function check(browser, name, url, isolated) {
  const what = `${name}, ${isolated ? '' : 'not '}isolated`;
  const answer = await answerOf(browser, url, what);
  const pools = Object.entries(answer);
  const right = ({ threads, fallback, same }) =>
    same && (isolated ? threads === THREADS && !fallback : threads === 1 && !!fallback);
  if (pools.length !== POOLS || !pools.every(([, pool]) => right(pool))) {
    throw new Error(`${what}: the pools answer ${JSON.stringify(answer, undefined, 2)}`);
  }
  return `${what}: ${pools.length} pools, ${isolated ? `${THREADS} threads` : 'one thread'}`;
}

/** What a page puts into `globalThis.answer`. */
export async function answerOf(browser, url, what) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  try {
    await page.goto(url);
    const answered = await page.waitForFunction(() => globalThis.answer, undefined, {
      timeout: 60_000,
    });
    return await answered.jsonValue();
  } catch (error) {
    throw new Error(`${what}: no answer: ${errors.join('; ') || error.message}`, { cause: error });
  } finally {
    await page.close();
  }
}

async function viteBuild({ build }, root, outDir) {
  const warnings = [];
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // the page has the kernels of all pools
    build: { outDir, chunkSizeWarningLimit: 2000 },
    customLogger: quietLogger(warnings),
  });
  if (warnings.length > 0) throw new Error(`vite build warns:\n${warnings.join('\n')}`);
}

/** Builds with the defaults of webpack; its advice on large files is no warning here. */
async function webpackBuild(context, entry, path) {
  const compiler = webpack({
    context,
    entry,
    mode: 'production',
    output: { path, filename: 'main.js' },
    performance: false,
  });
  const stats = await new Promise((done, fail) => {
    compiler.run((error, result) => (error ? fail(error) : done(result)));
  });
  await new Promise((done) => compiler.close(done));
  if (stats.hasErrors() || stats.hasWarnings()) {
    throw new Error(`webpack:\n${stats.toString({ all: false, errors: true, warnings: true })}`);
  }
}

function refuse(warning) {
  // of a helper that tsc writes for dynamic imports of names, in scripts that are modules
  if (warning.code === 'THIS_IS_UNDEFINED') return;
  throw new Error(`rollup warns: ${warning.message}`);
}

/**
 * An import map of the scripts that packages export and of what they need, by addresses under
 * node_modules; of those names only that `wanted` accepts.
 */
export function importMap(packs, folder, wanted = () => true) {
  const imports = {};
  const needed = [...packs.values()].flatMap(({ packed }) =>
    Object.keys({ ...packed.dependencies, ...packed.peerDependencies }),
  );
  for (const name of new Set(needed)) {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    if (packs.has(name) || !existsSync(manifest)) continue;
    const { exports, module, main } = JSON.parse(readFileSync(manifest, 'utf8'));
    const root = exports?.['.'] ?? exports;
    const script =
      typeof root === 'string' ? root : (root?.import ?? root?.default ?? module ?? main);
    if (typeof script !== 'string') continue;
    imports[name] = `/node_modules/${name}/${script.replace('./', '')}`;
  }
  for (const [name, { packed }] of packs) {
    if (!wanted(name)) continue;
    for (const [path, file] of Object.entries(exportedFiles(packed))) {
      imports[importName(name, path)] = `/node_modules/${name}/${file.replace('./', '')}`;
    }
  }
  return `<script type="importmap">${JSON.stringify({ imports })}</script>`;
}
