// `node scripts/size.mjs`: what each published package weighs in a page, minified by esbuild and
// compressed by brotli, its dependencies left out; exits 1 above a limit of size-limits.json. A
// limit for `package { name }` is of a page that imports that name alone: the rest must be left
// out.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { exportedFiles, importName, publishedPackages } from './packages.mjs';

const { limits } = JSON.parse(readFileSync(new URL('size-limits.json', import.meta.url), 'utf8'));
const rows = [];
for (const { name, folder, manifest } of publishedPackages()) {
  const files = Object.entries(exportedFiles(manifest));
  const absent = files.find(([, file]) => !existsSync(join(folder, file)));
  if (absent) {
    console.log(`${name} is not built: no ${absent[1]}. Run the build first.`);
    process.exitCode = 1;
    continue;
  }
  const scripts = files.filter(([, file]) => /\.m?js$/.test(file));
  for (const [path, file] of scripts) {
    const embeds = await addBundle(importName(name, path), folder, [file], true);
    if (embeds) await addBundle('  without its binary', folder, [file], false);
  }
  for (const [path, file] of scripts) {
    const start = `${importName(name, path)} { `;
    for (const what of Object.keys(limits).filter((key) => key.startsWith(start))) {
      await addBundle(what, folder, [file], true, what.slice(start.length - 2));
    }
  }
  const all = scripts.map(([, file]) => file);
  if (all.length > 1) await addBundle('  all of these together', folder, all, true);
  for (const [path, file] of files) {
    if (file.endsWith('.wasm')) addRow(importName(name, path), readFileSync(join(folder, file)));
  }
}

console.log(`${'bytes'.padEnd(44)} ${'minified'.padStart(10)} ${'brotli'.padStart(9)}     limit`);
for (const { what, raw, packed, limit } of rows) {
  const verdict = limit === undefined ? '' : ` ${String(limit).padStart(9)}`;
  const over = packed > limit ? ` ${packed - limit} too many` : '';
  console.log(
    `${what.padEnd(44)} ${String(raw).padStart(10)} ${String(packed).padStart(9)}${verdict}${over}`,
  );
}
const missing = Object.keys(limits).filter((what) => !rows.some((row) => row.what === what));
for (const what of missing) console.log(`size-limits.json names ${what}, which nothing exports`);
if (missing.length > 0 || rows.some(({ packed, limit }) => packed > limit)) process.exitCode = 1;

/**
 * Bundles names of the entries of one package together; true when it came upon an embedded binary.
 */
async function addBundle(what, folder, entries, withBinaries, names) {
  let embeds = false;
  const binaries = {
    name: 'binaries',
    setup(bundler) {
      bundler.onLoad({ filter: /\.gen\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!/BASE64/.test(text)) return undefined;
        embeds = true;
        return withBinaries ? undefined : { contents: text.replace(/'[A-Za-z0-9+/=]*'/g, "''") };
      });
    },
  };
  const { outputFiles } = await build({
    stdin: {
      contents: entries
        .map((file, i) => `export ${names ?? `* as _${i}`} from '${file}';`)
        .join('\n'),
      resolveDir: folder,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    packages: 'external',
    external: ['node:*'],
    plugins: [binaries],
    logLevel: 'error',
  });
  addRow(what, outputFiles[0].contents);
  return embeds;
}

function addRow(what, bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const packed = brotliCompressSync(bytes, { params }).length;
  rows.push({ what, raw: bytes.length, packed, limit: limits[what] });
}
