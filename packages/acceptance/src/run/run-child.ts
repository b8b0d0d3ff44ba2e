import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notMeasured, noTarget, type TargetContext } from './target.ts';

/**
 * The file of a child process. A process loads JavaScript only: tests, which run the sources, use
 * the built file.
 */
export function childFile(path: string): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(isSource ? `../../dist/${path}` : `../${path}`, import.meta.url));
}

/** Whether the built file of a child process is there; where it is not, a skip says so. */
export function isBuilt(file: string, what: string, { add }: Pick<TargetContext, 'add'>): boolean {
  const isThere = existsSync(file);
  if (!isThere) add(notMeasured(what, noTarget(''), `dist is not built: no ${basename(file)}`));
  return isThere;
}

/** Most MiB that a process may print on either stream. */
const MOST_MIB = 16;
const TOO_MUCH = `printed more than ${MOST_MIB} MiB`;

/**
 * Why a process failed: it was killed at its limit of time or output, ended with an error or
 * printed nothing.
 */
export interface Ended {
  readonly threw: string;
}

/**
 * Runs a program in a process of its own and resolves to the JSON of the last line that it printed.
 * If the process was killed at its limit of `mostMs`, printed more than `MOST_MIB`, failed or
 * printed nothing, `threw` says why; if it printed nothing, `threw` is the only property. Rejects
 * if that line is not JSON, unless output was cut off at `MOST_MIB`: then `threw` stands alone.
 */
export function runChild<T extends object>(
  file: string,
  args: readonly string[],
  mostMs: number,
): Promise<(T & Partial<Ended>) | Ended> {
  return new Promise((resolve, reject) => {
    const options = { timeout: mostMs, maxBuffer: MOST_MIB * 2 ** 20 };
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      const isTooMuch = error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
      // text after the last line feed was cut off
      const whole = error ? stdout.slice(0, stdout.lastIndexOf('\n') + 1) : stdout;
      const last = whole.trim().split('\n').at(-1);
      let said: T | undefined;
      try {
        if (last) said = JSON.parse(last) as T;
      } catch (cause) {
        if (isTooMuch) return resolve({ threw: TOO_MUCH });
        // an error thrown here would be outside of the promise
        const line = JSON.stringify(last!.slice(0, 200));
        return reject(new Error(`the last line of ${file} is not JSON: ${line}`, { cause }));
      }
      if (!error && said) return resolve(said);
      // the first line of its error output that begins with the name of an error
      const why = /^\w*Error: .*$/m.exec(stderr)?.[0] ?? 'the process ended';
      const late = error?.killed ? `ended after ${mostMs / 1000} s` : why;
      const threw = isTooMuch ? TOO_MUCH : late;
      resolve(said ? { ...said, threw } : { threw });
    });
  });
}
