// Compiles the AssemblyScript kernels twice (plain and shared memory) and embeds each binary as
// base64 in src/*.gen.ts, so that the package loads without a bundler setting or a request.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));
const asc = join(
  dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')),
  'bin',
  'asc.js',
);
mkdirSync(join(here, 'dist'), { recursive: true });

for (const [target, binary, generated] of [
  ['single', 'kernels.wasm', 'kernels.gen.ts'],
  ['threads', 'kernels.threads.wasm', 'kernels-threads.gen.ts'],
]) {
  const result = spawnSync(
    process.execPath,
    [asc, '--config', 'asconfig.json', '--target', target],
    {
      cwd: here,
      stdio: 'inherit',
    },
  );
  if (result.status !== 0) process.exit(result.status ?? 1);
  const base64 = readFileSync(join(here, 'dist', binary)).toString('base64');
  writeFileSync(
    join(here, 'src', generated),
    `// made by scripts/build-kernels.mjs\nexport const KERNELS_BASE64: string =\n  '${base64}';\n`,
  );
}
