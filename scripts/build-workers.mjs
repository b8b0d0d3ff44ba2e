// `node ../../scripts/build-workers.mjs NAME…` in the folder of a package, before the compiler
// runs: bundles src/NAME.ts, the script of a pool's threads, with what it imports, and embeds it as
// text in src/NAME.gen.ts, so that a pool starts its threads behind every bundler and without one.
// With `--publish`, after the compiler: the same script becomes dist/NAME.js, the file that a page
// with a strict content security policy starts its workers from. The kernels are no part of it: a
// pool sends them.
import { rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const publish = process.argv.includes('--publish');
for (const name of process.argv.slice(2).filter((argument) => argument !== '--publish')) {
  const { outputFiles } = await build({
    entryPoints: [`src/${name}.ts`],
    bundle: true,
    minify: true,
    write: false,
    // runs as a module, as a classic script and as text in Node
    format: 'iife',
    target: 'es2022',
    platform: 'neutral',
    external: ['node:*'],
    logLevel: 'warning',
  });
  const text = outputFiles[0].text.trim();
  if (publish) {
    writeFileSync(`dist/${name}.js`, `${text}\n`);
    rmSync(`dist/${name}.js.map`, { force: true });
  } else {
    writeFileSync(
      `src/${name}.gen.ts`,
      `// made by scripts/build-workers.mjs\nexport const WORKER_SOURCE: string =\n  ${JSON.stringify(text)};\n`,
    );
  }
}
