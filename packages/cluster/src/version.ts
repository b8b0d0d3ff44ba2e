import { readFileSync } from 'node:fs';

/** The version of this package, which all programs of a cluster must share. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  }
).version;
