// Uses packages that are installed together by the runtimes that users have: other versions of
// Node, Deno and Bun import every entry and run the programs of the READMEs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { wantsSoftware } from '../../packages/testing/src/gpu.ts';
import { checkPrinted, preloading, readmeProgram } from '../../packages/testing/src/readme.ts';
import { nodeCommand, runtimeCommand } from '../../packages/testing/src/runtimes.ts';
import { execute, inParallel } from './command.mjs';
import { needsDevice, SOFTWARE_DAWN } from './install.mjs';

const MAJORS = [20, 22, 24];
const DENO = ['run', '--allow-all', '--no-remote', '--node-modules-dir=manual'];
/** Programs that run at one time. */
const AT_ONCE = 2;

/**
 * Tries every runtime but the Node that runs this, which tries the packages one by one. Gives a
 * line on each; one that cannot be had says why.
 */
export async function useEverywhere(packs, names, folder) {
  const importing = join(folder, 'import.mjs');
  writeFileSync(importing, importProgram(names));
  const programs = await writePrograms(packs, folder);
  const lines = [];
  for (const [name, command, isNode] of runtimes()) {
    if (command === undefined) {
      lines.push(`${name}: not tried, it is not there`);
      continue;
    }
    const run = (words) => execute([...command, ...words], folder);
    const found = (await run(['import.mjs'])).trim();
    if (found !== `${names.length} entries`) throw new Error(`${name} imports ${found}`);
    const fitting = programs.filter(({ onGpu }) => isNode || !onGpu);
    await inParallel(AT_ONCE, fitting, async ({ file, source, options }) => {
      const printed = await run([...(isNode ? options : []), file]);
      checkPrinted(source, printed);
    });
    const left = programs.length - fitting.length;
    const note = left > 0 ? `; ${left} need the WebGPU of Node and are left out` : '';
    lines.push(`${name}: ${found}, ${fitting.length} programs of READMEs${note}`);
  }
  return lines;
}

/** Name, command and whether it is Node, of each runtime. */
function runtimes() {
  const own = Number(process.versions.node.split('.')[0]);
  const nodes = MAJORS.filter((major) => major !== own).map((major) => {
    const command = nodeCommand(major);
    return [`Node ${major}`, command && [command], true];
  });
  const deno = runtimeCommand('deno');
  const bun = runtimeCommand('bun');
  return [...nodes, ['Deno', deno && [deno, ...DENO], false], ['Bun', bun && [bun, 'run'], false]];
}

/** A program that imports every entry, and fails where one exports nothing. */
function importProgram(names) {
  return `const names = ${JSON.stringify(names)};
for (const name of names) {
  const module = await import(name);
  if (Object.keys(module).length === 0) throw new Error(name + ' exports nothing');
}
console.log(names.length + ' entries');
process.exit(0);\n`;
}

/** Writes the program of each README into the folder. */
async function writePrograms(packs, folder) {
  const programs = [];
  for (const name of packs.keys()) {
    const readme = readFileSync(join(folder, 'node_modules', name, 'README.md'), 'utf8');
    const source = readmeProgram(readme);
    const { code } = await transform(source, { loader: 'ts', target: 'es2022' });
    const file = `readme-${name.split('/')[1]}.mjs`;
    writeFileSync(join(folder, file), code);
    const onGpu = needsDevice(code);
    const preload = onGpu && wantsSoftware() ? SOFTWARE_DAWN : undefined;
    programs.push({ file, source, onGpu, options: preloading(folder, preload) });
  }
  return programs;
}
