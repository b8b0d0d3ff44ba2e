// Maps of OpenStreetMap name their makers wherever they are shown: its licence asks for that.
import type { Credit } from '../scene.ts';

const OPEN_STREET_MAP: Credit = {
  text: '© OpenStreetMap contributors',
  href: 'https://www.openstreetmap.org/copyright',
};

/** Bytes at the beginning of a GeoJSON file in which its source is named. */
const HEAD = 4096;

/**
 * The credit of a map file: those of OpenStreetMap's formats, and GeoJSON that names OpenStreetMap.
 */
export async function creditOf(name: string, file: Blob): Promise<Credit | undefined> {
  if (!/json$/i.test(name)) return OPEN_STREET_MAP;
  return /openstreetmap/i.test(await file.slice(0, HEAD).text()) ? OPEN_STREET_MAP : undefined;
}
