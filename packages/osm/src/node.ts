import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ByteSource } from './byte-source.ts';
import { readOsm } from './read-osm.ts';
import type { OsmOptions, RoadNetwork } from './types.ts';

/** `readOsm` of a file, which is read twice and never held. Throws what opening it throws, too. */
export async function readOsmFile(path: string | URL, options: OsmOptions): Promise<RoadNetwork> {
  return readOsm(await openFile(path), options);
}

/** A file as a source for `readOsm`. */
export async function openFile(path: string | URL): Promise<ByteSource> {
  const { size } = await stat(path);
  const name = path instanceof URL ? fileURLToPath(path) : path;
  return {
    byteLength: size,
    async *chunks() {
      yield* createReadStream(name, { highWaterMark: 1 << 18 });
    },
  };
}
