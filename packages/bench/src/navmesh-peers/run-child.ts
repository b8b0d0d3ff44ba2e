import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Where the program of a process lies. Processes load JavaScript only: tests, which run the sources, take the built one. */
export function childFile(path: string): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(isSource ? `../../dist/${path}` : `../${path}`, import.meta.url));
}

/** Why a process has no more to say. */
export interface Ended {
  readonly threw: string;
}

/**
 * Runs a program in a process of its own and resolves to the JSON of the last line that it printed; with `threw`, why it ended, where it did not
 * end by itself. That alone where it printed nothing.
 */
export function runChild<T extends object>(
  file: string,
  args: readonly string[],
  mostMs: number,
): Promise<(T & Partial<Ended>) | Ended> {
  return new Promise((resolve) => {
    const options = { timeout: mostMs, maxBuffer: 2 ** 24 };
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      // what is behind the last line feed was cut off
      const whole = error ? stdout.slice(0, stdout.lastIndexOf('\n') + 1) : stdout;
      const last = whole.trim().split('\n').at(-1);
      const said = last ? (JSON.parse(last) as T) : undefined;
      if (!error && said) return resolve(said);
      // what a process says last before its stack
      const why = /^\w*Error: .*$/m.exec(stderr)?.[0] ?? 'the process ended';
      const threw = error?.killed ? `ended after ${mostMs / 1000} s` : why;
      resolve(said ? { ...said, threw } : { threw });
    });
  });
}
