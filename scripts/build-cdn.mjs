// Last step before a package is packed, run in its folder: `dist/cdn.js`, one ES module with all
// that the main entry needs, for `<script type="module">` without a bundler. Packages whose main
// entry is no program for pages have none. `--table` writes the sizes of all packages into
// `docs/support.md`; the pack test compares them with what is packed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { publishedPackages, root } from './packages.mjs';

if (process.argv.includes('--table')) await table();
else await buildCdn(process.cwd());

/** Bundles the main entry of a package. Frameworks, which are peers, stay imports. */
async function buildCdn(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (manifest.jsdelivr === undefined) return undefined;
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'dist/index.js')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    external: Object.keys(manifest.peerDependencies ?? {}),
    banner: { js: `// ${manifest.name} ${manifest.version}, ${manifest.license} licence` },
    logLevel: 'error',
  });
  const bytes = outputFiles[0].contents;
  writeFileSync(join(folder, manifest.jsdelivr), bytes);
  return { bytes: bytes.length, brotli: brotliCompressSync(bytes).length };
}

async function table() {
  const lines = ['| package | minified | brotli |', '|---|---|---|'];
  for (const { name, folder } of publishedPackages()) {
    if (!existsSync(join(folder, 'dist/index.js'))) continue;
    const size = await buildCdn(folder);
    if (size) lines.push(`| \`${name}\` | ${kilo(size.bytes)} | ${kilo(size.brotli)} |`);
  }
  const page = join(root, 'docs/support.md');
  const text = readFileSync(page, 'utf8');
  const pattern = /^\| package \| minified \| brotli \|\n(\|.*\n)*/m;
  if (!pattern.test(text)) throw new Error(`${page} has no table of sizes`);
  writeFileSync(page, text.replace(pattern, `${lines.join('\n')}\n`));
}

function kilo(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
