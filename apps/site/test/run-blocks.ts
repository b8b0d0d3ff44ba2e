// Runs completed programs. Programs that use `document` run in pages of one Chromium, all others in
// one process of Node with the software driver as its GPU.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkPrinted } from '@wayfield/testing';
import { type Browser, serveFolder } from '@wayfield/testing/browser';
import { build, type Plugin } from 'esbuild';
import { exportedFiles, importName, publishedPackages, root } from '../../../scripts/packages.mjs';
import type { Block } from './blocks.ts';
import type { Program } from './compile-blocks.ts';
import { preloadSoftware } from './software.ts';

/** How a program ended. */
export interface Outcome {
  readonly name: string;
  /** Lines that it printed. */
  readonly printed: string;
  readonly error?: string;
  readonly ms: number;
}

const home = fileURLToPath(new URL('..', import.meta.url));
const LIMIT_MS = 300_000;
/** Most milliseconds of a program in a page. */
const PAGE_MS = 60_000;
/** Most milliseconds after the end of a program in a page until all promised lines are printed. */
const LATER_MS = 10_000;
/** The files of all entries: `@wayfield/graph/draw`. */
const entries = new Map<string, string>(
  publishedPackages().flatMap(({ name, folder, manifest }) =>
    Object.entries(exportedFiles(manifest) as Record<string, string>).map(
      ([path, file]): [string, string] => [importName(name, path), join(folder, file)],
    ),
  ),
);

/** Whether a program needs a page. */
export const needsPage = ({ text }: Program): boolean => /\bdocument\b/.test(text);

/** Whether a program needs a database. */
export const needsDatabase = ({ text }: Program): boolean =>
  /\bDATABASE_URL\b|@wayfield\/cluster\/server/.test(text);

/** The fault of an outcome: its error, or a promised line that was not printed. */
export function problemOf({ block }: Program, outcome: Outcome | undefined): string | undefined {
  if (!outcome) return `${block.name} was not run`;
  if (outcome.error !== undefined) return `${block.name}: ${outcome.error}`;
  if (promisedBy(block.code) === 0) return undefined;
  try {
    checkPrinted(block.code, outcome.printed);
  } catch (error) {
    return `${block.name}: ${(error as Error).message}`;
  }
  return undefined;
}

/** The number of lines that a program promises to print. */
const promisedBy = (code: string): number =>
  [...code.matchAll(/^\s*console\.log\(.*\);\s*\/\/ /gm)].length;

/** Runs programs one after another in one process of Node. */
export async function runInNode(programs: readonly Program[]): Promise<Outcome[]> {
  const place = mkdtempSync(join(home, 'test/run.gen.'));
  try {
    await bundle(programs, place, 'node');
    for (const folder of ['', 'files'])
      cpSync(join(home, 'preludes/files'), join(place, folder), { recursive: true });
    const names = programs.map(({ block }) => block.name);
    writeFileSync(join(place, 'programs.json'), JSON.stringify(names));
    const runner = join(home, 'test/run-programs.mjs');
    const { stderr, status, signal } = spawnSync(
      process.execPath,
      [...preloadSoftware(place), runner, place],
      { encoding: 'utf8', timeout: LIMIT_MS, env: { ...process.env, ...databaseFor(programs) } },
    );
    const outcomes = join(place, 'outcomes.jsonl');
    const lines = readFileSync(outcomes, { encoding: 'utf8', flag: 'a+' }).split('\n');
    const found = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Outcome);
    if (found.length < programs.length) {
      const ended = signal ?? `exit code ${status}`;
      console.log(`after ${found.at(-1)?.name ?? 'the start'}: ${ended}\n${stderr}`);
    }
    return found;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Environment variables that make the runner start a database, if programs need one. */
function databaseFor(programs: readonly Program[]): Record<string, string> {
  return programs.some(needsDatabase) ? { WAYFIELD_CLUSTER: join(root, 'packages/cluster') } : {};
}

/** Runs programs one after another, each in a page of its own. */
export async function runInPages(
  programs: readonly Program[],
  browser: Browser,
): Promise<Outcome[]> {
  const place = mkdtempSync(join(home, 'test/run.gen.'));
  const outcomes: Outcome[] = [];
  const server = await serveFolder(place, { isolated: true });
  try {
    await bundle(programs, place, 'browser');
    // the worker of MapLibre imports a file that it shares with the page
    for (const file of ['maplibre-gl-worker.mjs', 'maplibre-gl-shared.mjs'])
      cpSync(
        join(root, 'packages/maplibre/node_modules/maplibre-gl/dist', file),
        join(place, file),
      );
    for (const [i, { block }] of programs.entries()) {
      writeFileSync(join(place, 'index.html'), pageOf(i));
      outcomes.push(await runInPage(block, server.url, browser));
    }
  } finally {
    await server.close();
    rmSync(place, { recursive: true, force: true });
  }
  return outcomes;
}

async function runInPage({ name, code }: Block, url: string, browser: Browser): Promise<Outcome> {
  const started = performance.now();
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  const printed: string[] = [];
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error.stack)));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
    if (line.type() === 'log') printed.push(line.text());
  });
  try {
    await page.goto(url);
    await page.waitForFunction(() => 'ended' in globalThis, undefined, { timeout: PAGE_MS });
    // pools and frames of a framework print later
    const until = performance.now() + LATER_MS;
    while (printed.length < promisedBy(code) && performance.now() < until)
      await new Promise((done) => setTimeout(done, 50));
  } catch (error) {
    errors.push(String(error));
  } finally {
    await page.close();
  }
  const ms = performance.now() - started;
  const failed = errors.length > 0 ? { error: errors.join('\n') } : {};
  return { name, printed: printed.join('\n'), ms, ...failed };
}

function pageOf(i: number): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Run</title>
<body style="margin:0"><div id="root" style="width:400px;height:300px"></div>
<canvas width="400" height="300"></canvas>
<script type="module">await import('./${i}.js');
await new Promise((done) => setTimeout(done, 100)); globalThis.ended = true;</script>`;
}

/** Writes each program as `NUMBER.js`: for Node it imports built files, for a page it has them. */
async function bundle(
  programs: readonly Program[],
  place: string,
  platform: 'node' | 'browser',
): Promise<void> {
  await build({
    entryPoints: programs.map((_, i) => ({ in: `program:${i}`, out: String(i) })),
    outdir: place,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform,
    jsx: 'automatic',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [pluginOf(programs, platform)],
  });
}

/** The file of a module, looked for in these folders. */
async function findModule(
  path: string,
  folders: readonly string[],
  look: (folder: string) => Promise<{ path: string; errors: unknown[] }>,
): Promise<string> {
  for (const folder of folders) {
    const { path: found, errors } = await look(folder);
    if (errors.length === 0) return found;
  }
  throw new Error(`there is no module ${path} in ${folders.join(' or ')}`);
}

function pluginOf(programs: readonly Program[], platform: 'node' | 'browser'): Plugin {
  const folderOf = (i: number): string =>
    join(root, 'packages', programs[i].block.owner ?? '../apps/site');
  return {
    name: 'programs',
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: /^program:/ }, ({ path }) => ({ path, namespace: 'program' }));
      onLoad({ filter: /.*/, namespace: 'program' }, ({ path }) => {
        const i = Number(path.split(':')[1]);
        const { text, block } = programs[i];
        return { contents: text, loader: block.language, resolveDir: folderOf(i) };
      });
      onResolve({ filter: /.*/ }, async ({ path, namespace, importer, pluginData }) => {
        if (namespace !== 'program' || pluginData === 'again') return undefined;
        if (platform === 'node' && isBuiltin(path)) return { path, external: true };
        const owner = folderOf(Number(importer.split(':')[1]));
        const found =
          entries.get(path) ??
          (await findModule(path, [owner, join(root, 'examples')], (from) =>
            resolve(path, { resolveDir: from, kind: 'import-statement', pluginData: 'again' }),
          ));
        if (platform === 'browser') return { path: found };
        return { path: pathToFileURL(found).href, external: true };
      });
    },
  };
}
