// Target 6: the bytes that a web page loads.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { importPackage } from '@wayfield/bench/internal/run/peers/peer';
import { atMost, notMeasured, result, type Target, type TargetResult } from '../run/target.ts';

/** The most bytes of `@wayfield/graph` and of `kernels.wasm`, compressed: requirements of pages. */
const GRAPH_BYTES = 8000;
const WASM_BYTES = 24_000;

interface Esbuild {
  build(options: object): Promise<{ outputFiles: { contents: Uint8Array }[] }>;
}

export const sizes: Target = {
  name: '6',
  title: 'bytes that a page loads, minified and compressed by brotli',
  async run() {
    const results: TargetResult[] = [await graphSize()];
    for (const file of ['kernels.wasm', 'kernels.threads.wasm']) {
      const path = createRequire(import.meta.url).resolve(`@wayfield/cpu-wasm/${file}`);
      const bytes = compressedSize(readFileSync(path));
      results.push(result(`@wayfield/cpu-wasm/${file}`, bytes, atMost(WASM_BYTES, 'bytes')));
    }
    return results;
  },
};

async function graphSize(): Promise<TargetResult> {
  const name = '@wayfield/graph';
  let esbuild: Esbuild;
  try {
    esbuild = await importPackage<Esbuild>('esbuild');
  } catch {
    return notMeasured(name, atMost(GRAPH_BYTES, 'bytes'), 'esbuild is not installed');
  }
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `export * from '${name}';`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    external: ['node:*'],
    logLevel: 'error',
  });
  return result(name, compressedSize(outputFiles[0].contents), atMost(GRAPH_BYTES, 'bytes'));
}

function compressedSize(bytes: Uint8Array): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params }).length;
}
