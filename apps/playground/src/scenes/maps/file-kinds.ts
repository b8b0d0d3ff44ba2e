// Endings of the names of files that scenes take.
export const GRID_FILES: readonly string[] = ['.map'];
export const ROAD_FILES: readonly string[] = ['.osm', '.osm.gz', '.osm.bz2', '.pbf', '.geojson'];

export const endsIn = (name: string, ends: readonly string[]): boolean =>
  ends.some((end) => name.toLowerCase().endsWith(end));
