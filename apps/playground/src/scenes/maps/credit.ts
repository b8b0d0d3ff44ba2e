// The licence of OpenStreetMap asks for its name wherever its maps are shown.
import type { Credit } from '../scene.ts';

const OPEN_STREET_MAP: Credit = {
  text: '© OpenStreetMap contributors',
  href: 'https://www.openstreetmap.org/copyright',
};

/** Bytes at the start of a GeoJSON file in which the name of its source is searched. */
const HEAD = 4096;

/**
 * The credit of a map file: for formats of OpenStreetMap, and for GeoJSON that names OpenStreetMap.
 */
export async function creditOf(name: string, file: Blob): Promise<Credit | undefined> {
  if (!/json$/i.test(name)) return OPEN_STREET_MAP;
  return /openstreetmap/i.test(await file.slice(0, HEAD).text()) ? OPEN_STREET_MAP : undefined;
}
