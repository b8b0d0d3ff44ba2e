import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Throws unless `NAME.wgsl` in `folder` is the text that a template makes. With WRITE_SAMPLES=1
 * writes the file.
 */
export function kernelSamples(folder: URL, name: string, code: string): void {
  const file = new URL(`${name}.wgsl`, folder);
  const text = `${code.replace(/\n{3,}/g, '\n\n').trim()}\n`;
  if (process.env.WRITE_SAMPLES) writeFileSync(file, text);
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (known === text) return;
  const [a, b] = [known.split('\n'), text.split('\n')];
  const i = b.findIndex((line, k) => line !== a[k]);
  throw new Error(
    `${name}.wgsl, line ${i + 1}: '${a[i] ?? ''}', the template makes '${b[i] ?? ''}'. ` +
      'If that is right, run the test with WRITE_SAMPLES=1',
  );
}
