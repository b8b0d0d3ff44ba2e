import { readFile } from 'node:fs/promises';
import { readRoadNetwork, type RoadNetwork } from '@wayfield/osm';
import { InputError, reasonOf } from './input-error.ts';

/** The network in a file that `wayfield osm convert` wrote. Throws InputError where it is none. */
export async function readNetwork(file: string): Promise<RoadNetwork> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  }
  try {
    return readRoadNetwork(bytes);
  } catch (cause) {
    throw new InputError(
      `${file} is no road network, which \`wayfield osm convert\` makes: ${reasonOf(cause)}`,
      { cause },
    );
  }
}
