import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync, transformSync } from 'esbuild';

/**
 * The program of a README: the first TypeScript or JavaScript block below `heading`. The default is
 * "## Example"; a text without that heading is searched from its start. Throws an Error if there is
 * no such block, or if the text lacks the `heading` given.
 */
export function readmeProgram(readme: string, heading?: string): string {
  const start = `\n${readme}`.indexOf(`\n${heading ?? '## Example'}\n`);
  if (heading !== undefined && start < 0) throw new Error(`the README has no '${heading}'`);
  const found = /^```(?:ts|js)\b[^\n]*\n([\s\S]*?)^```/m.exec(readme.slice(Math.max(0, start)));
  if (!found) throw new Error('the README shows no program');
  return found[1];
}

/**
 * The lines that a program promises to print: the comments after its one-line `console.log(…);`, in
 * order. Throws an Error if there are none, because nothing would be checked then.
 */
export function promisedLines(program: string): string[] {
  const lines = [...program.matchAll(/^\s*console\.log\(.*\);\s*\/\/ (.*)$/gm)];
  if (lines.length === 0) throw new Error('no console.log of the program says what it prints');
  return lines.map((match) => match[1].trim());
}

/** Throws unless the promised lines are among the printed ones, in this order. */
export function checkPrinted(program: string, printed: string): void {
  const lines = printed.split('\n').map((line) => line.trim());
  let at = 0;
  for (const promised of promisedLines(program)) {
    const found = lines.indexOf(promised, at);
    if (found < 0) throw new Error(`the program promises '${promised}' and prints:\n${printed}`);
    at = found + 1;
  }
}

/** How the process of a program is started. */
export interface ReadmeRun {
  /** Environment variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** A TypeScript module that is loaded before the program, in threads of the program, too. */
  readonly preload?: URL;
}

/**
 * Runs the program of a README, without its types, in a process of its own. Checks that the program
 * prints the lines that its comments promise. `folder` must lie in the package under test, as the
 * folder of the test file does: then the program can import the package by name. The package must
 * be built. `heading`: as in `readmeProgram`.
 */
export function runReadme(readme: URL, folder: URL, heading?: string, run: ReadmeRun = {}): void {
  const program = readmeProgram(readFileSync(readme, 'utf8'), heading);
  const place = mkdtempSync(join(fileURLToPath(folder), 'readme.gen.'));
  try {
    const file = join(place, 'example.gen.mjs');
    writeFileSync(file, transformSync(program, { loader: 'ts', target: 'esnext' }).code);
    const result = spawnSync(process.execPath, [...preloading(place, run.preload), file], {
      encoding: 'utf8',
      env: { ...process.env, ...run.env },
      // kernels for a GPU are compiled on the CPU, and other tests may keep the machine busy
      timeout: 180_000,
    });
    if (result.status !== 0) {
      const ended = result.signal ?? `exit code ${result.status}`;
      throw new Error(
        `the program of ${basename(readme.pathname)} ends with ${ended}:\n${result.stderr}`,
      );
    }
    checkPrinted(program, result.stdout);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * Options of Node that load `module`, a TypeScript file, before a program. It is bundled into
 * `place`: a loader of TypeScript takes longer to start than most programs run.
 */
export function preloading(place: string, module?: URL): string[] {
  if (module === undefined) return [];
  const outfile = join(place, 'preload.gen.mjs');
  buildSync({
    entryPoints: [fileURLToPath(module)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    // `createRequire` in the module resolves from the folder of its source
    define: { 'import.meta.url': JSON.stringify(module.href) },
  });
  return ['--import', pathToFileURL(outfile).href];
}
