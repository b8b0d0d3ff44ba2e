// Files of Node as sources of `readOsm`; the rest of the package also runs in browsers.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rule } from '@wayfield/check';
import type { ByteSource } from './byte-source.ts';
import { readOsm } from './read-osm.ts';
import type { OsmOptions, RoadNetwork } from './types.ts';

const PATH = rule<unknown>('a path or a file: URL', (value) =>
  value instanceof URL ? value.protocol === 'file:' : typeof value === 'string',
);

/**
 * `readOsm` of a file, which is read two or three times, must not change meanwhile, and is never
 * held as a whole. Also throws what opening and reading the file throw.
 */
export async function readOsmFile(path: string | URL, options: OsmOptions): Promise<RoadNetwork> {
  return readOsm(await openFile(path), options);
}

/** A file as a source for `readOsm`. */
export async function openFile(path: string | URL): Promise<ByteSource> {
  PATH(path, 'path');
  const { size } = await stat(path);
  const name = path instanceof URL ? fileURLToPath(path) : path;
  return {
    byteLength: size,
    async *chunks() {
      yield* createReadStream(name, { highWaterMark: 1 << 18 });
    },
  };
}
