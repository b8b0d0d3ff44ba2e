// Run in the folder of a package: compiles the AssemblyScript kernels of every asconfig*.json, each
// of its targets (plain, for shared memory), and embeds each binary as base64 in src/*.gen.ts, so
// that the package loads without a bundler setting or a request. dist/kernels.threads.wasm becomes
// src/kernels-threads.gen.ts. The file of a configuration's first target also has
//
// - `Kernels`, the interface of what the kernels export, from the compiler's own declarations;
// - every constant that the entry file exports (`export const RECORD: u32 = 24` or `export { RECORD
//   } from './layout'`), with its value: record sizes, offsets and limits are stated in the kernels
//   alone.
//
// All are compiled in this one process: each process of its own would first spend seconds on making
// the compiler itself fast.
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { checkDataSegments } from './data-segments.mjs';

const here = process.cwd();
const ascPath = createRequire(join(here, 'package.json')).resolve('assemblyscript/dist/asc.js');
const { main } = await import(pathToFileURL(ascPath).href);
mkdirSync(join(here, 'dist'), { recursive: true });

const configs = readdirSync(here).filter((file) => /^asconfig(\.[\w-]+)?\.json$/.test(file));
for (const config of configs.sort()) {
  const { entries, targets } = JSON.parse(readFileSync(join(here, config), 'utf8'));
  for (const [index, [target, { outFile, sharedMemory }]] of Object.entries(targets).entries()) {
    const { binary, declarations } = await compile(config, target, outFile);
    const texts = [
      '// made by scripts/build-kernels.mjs',
      `export const KERNELS_BASE64: string =\n  '${Buffer.from(binary).toString('base64')}';`,
    ];
    if (index === 0) {
      const { functions, constants } = parseDeclarations(declarations);
      texts.push(interfaceText(entries[0], functions));
      if (constants.length > 0) {
        texts.push(...constantTexts(constants, binary, sharedMemory === true));
      }
    }
    const generated = `${basename(outFile, '.wasm').replaceAll('.', '-')}.gen.ts`;
    writeFileSync(join(here, 'src', generated), `${texts.join('\n\n')}\n`);
  }
}

/** Writes the binary of one target to its file; the declarations stay here. */
async function compile(config, target, outFile) {
  const found = {};
  const { error } = await main(['--config', config, '--target', target, '--bindings', 'raw'], {
    stdout: process.stdout,
    stderr: process.stderr,
    writeFile(name, contents) {
      if (name.endsWith('.wasm')) found.binary = contents;
      if (name.endsWith('.d.ts')) found.declarations = contents;
    },
  });
  if (error) process.exit(1); // the compiler has said on stderr what is wrong
  checkDataSegments(found.binary, outFile);
  writeFileSync(join(here, outFile), found.binary);
  return found;
}

/**
 * What the compiler's .d.ts lists in its namespace `__AdaptedExports`: functions with their
 * comments (source, types of AssemblyScript), and globals: `const` with a getter alone, `let` with
 * a setter.
 */
function parseDeclarations(text) {
  const adapted = /declare namespace __AdaptedExports \{\n([\s\S]*?)\n\}/.exec(text)[1];
  // exports are called without the compiler's adapters: of type bool they take and give 0 and 1
  const body = adapted.replaceAll(': boolean', ': number');
  const functions = [
    ...body.matchAll(/( {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n) {2}export function (.*;)/g),
  ].map(([, comment, signature]) => `${comment}  ${signature}`);
  const globals =
    /export const (\w+): \{\n\s+\/\*\* @type `(\w+)` \*\/\n\s+get value\(\): \w+;?(\s+set value)?/g;
  const constants = [];
  for (const [, name, type, setter] of body.matchAll(globals)) {
    if (setter === undefined) constants.push({ name, type });
    else
      functions.push(
        `  /** A variable of type \`${type}\`. */\n  readonly ${name}: WebAssembly.Global;`,
      );
  }
  return { functions, constants };
}

function interfaceText(entry, functions) {
  const what = `The exports of ${entry}. Addresses are bytes; results of type u32 and usize arrive signed.`;
  return `/** ${what} */\nexport interface Kernels {\n${functions.join('\n')}\n}`;
}

/** The constants with the values that a running instance of the kernels tells. */
function constantTexts(constants, binary, shared) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared });
  const module = new WebAssembly.Module(binary);
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = kind === 'memory' ? memory : () => 0;
  }
  const { exports } = new WebAssembly.Instance(module, imports);
  return constants.map(({ name, type }) => {
    const { value } = exports[name];
    const unsigned = type === 'u32' || type === 'usize';
    return `export const ${name} = ${unsigned ? value >>> 0 : value}${typeof value === 'bigint' ? 'n' : ''};`;
  });
}
