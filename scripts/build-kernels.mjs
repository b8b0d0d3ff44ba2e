// Run in the folder of a package: compiles the AssemblyScript kernels of every asconfig*.json, each of
// its targets (plain, for shared memory), and embeds each binary as base64 in src/*.gen.ts, so that the
// package loads without a bundler setting or a request. dist/kernels.threads.wasm becomes
// src/kernels-threads.gen.ts. All are compiled in this one process: each process of its own would
// first spend seconds on making the compiler itself fast.
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const here = process.cwd();
const ascPath = createRequire(join(here, 'package.json')).resolve('assemblyscript/dist/asc.js');
const { main } = await import(pathToFileURL(ascPath).href);
mkdirSync(join(here, 'dist'), { recursive: true });

const configs = readdirSync(here).filter((file) => /^asconfig(\.[\w-]+)?\.json$/.test(file));
for (const config of configs.sort()) {
  const { targets } = JSON.parse(readFileSync(join(here, config), 'utf8'));
  for (const [target, { outFile }] of Object.entries(targets)) {
    const { error } = await main(['--config', config, '--target', target], process);
    if (error) process.exit(1); // the compiler has said on stderr what is wrong
    const base64 = readFileSync(join(here, outFile)).toString('base64');
    const generated = `${basename(outFile, '.wasm').replaceAll('.', '-')}.gen.ts`;
    writeFileSync(
      join(here, 'src', generated),
      `// made by scripts/build-kernels.mjs\nexport const KERNELS_BASE64: string =\n  '${base64}';\n`,
    );
  }
}
