// Maps are made and read in a worker, because a large one would block the page for too long.
import { connect } from '../../common/rpc.ts';
import type { CrowdMap } from './make-map.ts';
import type { mapFunctions } from './map-functions.ts';

/** The map of a file, if its text is given; else of a name, a size and a seed. */
export async function askMap(
  name: string,
  size: string,
  seed: number,
  text?: string,
): Promise<CrowdMap> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof mapFunctions>(worker);
  try {
    return await (text === undefined ? calls.makeMap(name, size, seed) : calls.readMap(text, seed));
  } finally {
    end();
  }
}
