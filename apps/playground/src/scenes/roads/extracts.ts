// Small extracts of OpenStreetMap, fetched from public addresses when they are chosen. The files
// are test data of open-source projects, at fixed commits.
import type { Settings } from '../../common/settings.ts';
import { creditOf } from '../maps/credit.ts';
import type { Credit } from '../scene.ts';

export interface RoadFile {
  readonly name: string;
  readonly file: Blob;
  readonly credit: Credit | undefined;
}

const GITHUB = 'https://raw.githubusercontent.com';
const GRAPHHOPPER = `${GITHUB}/graphhopper/graphhopper`;
const OSMNX = `${GITHUB}/gboeing/osmnx`;

export const EXTRACTS = [
  [
    'monaco',
    'Monaco, 0.3 MB',
    `${GRAPHHOPPER}/5594f7f9d98d932f365557dc37b4b2d3b7abf698/core/files/monaco.osm.gz`,
  ],
  [
    'aguascalientes',
    'Aguascalientes, 0.1 MB',
    `${OSMNX}/314c1a2d349e4acb97272fb687a8926ae2e1c8a6/tests/input_data/aguascalientes.osm.pbf`,
  ],
  [
    'aberdeen',
    'Aberdeen, 0.1 MB',
    `${GRAPHHOPPER}/d3fdc549589ff0aeeeadcd623eb198ecd5c259eb/core/files/map-sidewalk-no.osm.gz`,
  ],
] as const;

/** Fetched files by address. */
const fetched = new Map<string, RoadFile>();

/** The address of the map in the settings; undefined for the made-up town. */
export function addressOf({ map, address }: Settings): string | undefined {
  if (map === 'address') return address === '' ? undefined : String(address);
  return EXTRACTS.find(([name]) => name === map)?.[2];
}

/** Forgets a file that could not be read, so that it is fetched again. */
export function forgetMap(address: string): void {
  fetched.delete(address);
}

/** Most milliseconds for fetching a map. */
const PATIENCE = 60_000;

/** Fetches a map. Throws an Error with a message for people if that fails. */
export async function fetchMap(address: string, signal: AbortSignal): Promise<RoadFile> {
  const known = fetched.get(address);
  if (known) return known;
  const patience = AbortSignal.timeout(PATIENCE);
  const failed = (cause: unknown, why: string): unknown => {
    if (signal.aborted) return cause;
    const late = `${address} did not send the map within ${PATIENCE / 1000} s`;
    return new Error(patience.aborted ? late : `${address} ${why}`, { cause });
  };
  let response: Response;
  try {
    response = await fetch(address, { signal: AbortSignal.any([signal, patience]) });
  } catch (cause) {
    throw failed(cause, 'does not answer, or not to pages of other hosts');
  }
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  let file: Blob;
  try {
    file = await response.blob();
  } catch (cause) {
    throw failed(cause, 'stopped before all of the map was there');
  }
  const name = new URL(address, location.href).pathname.split('/').pop() ?? '';
  const made = { name, file, credit: await creditOf(name, file) };
  fetched.set(address, made);
  return made;
}
