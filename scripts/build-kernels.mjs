// Run in the folder of a package: compiles the AssemblyScript kernels of every asconfig*.json, each of
// its targets (plain, for shared memory), and embeds each binary as base64 in src/*.gen.ts, so that the
// package loads without a bundler setting or a request. dist/kernels.threads.wasm becomes
// src/kernels-threads.gen.ts.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const here = process.cwd();
const asc = join(
  dirname(createRequire(join(here, 'package.json')).resolve('assemblyscript/package.json')),
  'bin',
  'asc.js',
);
mkdirSync(join(here, 'dist'), { recursive: true });

const configs = readdirSync(here).filter((file) => /^asconfig(\.[\w-]+)?\.json$/.test(file));
for (const config of configs.sort()) {
  const { targets } = JSON.parse(readFileSync(join(here, config), 'utf8'));
  for (const [target, { outFile }] of Object.entries(targets)) {
    const result = spawnSync(process.execPath, [asc, '--config', config, '--target', target], {
      cwd: here,
      stdio: 'inherit',
    });
    if (result.status !== 0) process.exit(result.status ?? 1);
    const base64 = readFileSync(join(here, outFile)).toString('base64');
    const generated = `${basename(outFile, '.wasm').replaceAll('.', '-')}.gen.ts`;
    writeFileSync(
      join(here, 'src', generated),
      `// made by scripts/build-kernels.mjs\nexport const KERNELS_BASE64: string =\n  '${base64}';\n`,
    );
  }
}
