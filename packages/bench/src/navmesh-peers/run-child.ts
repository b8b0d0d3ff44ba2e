import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Where the program of a process lies. Processes load JavaScript only: tests, which run the sources, take the built one. */
export function childFile(path: string): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(isSource ? `../../dist/${path}` : `../${path}`, import.meta.url));
}

/** Runs a program in a process of its own and resolves to the JSON that it prints, or to why there is none. */
export function runChild<T>(
  file: string,
  args: readonly string[],
  mostMs: number,
): Promise<T | { readonly threw: string }> {
  return new Promise((resolve) => {
    const options = { timeout: mostMs, maxBuffer: 2 ** 24 };
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      if (!error) return resolve(JSON.parse(stdout) as T);
      // what a process says last before its stack
      const said = /^\w*Error: .*$/m.exec(stderr)?.[0] ?? 'the process ended';
      resolve({ threw: error.killed ? `no answer within ${mostMs / 1000} s` : said });
    });
  });
}
