// The size of chunks, measured by `plan` of a kind in the submitter's process, on one thread.
// Nothing corrects the size later: a worker of half the speed takes twice `chunkSeconds`.

/** Least seconds of a measurement, so that a timer's resolution does not matter. */
const LEAST_SECONDS = 0.02;
const MOST_UNITS = 1 << 20;

/**
 * Measures the seconds that a unit of work takes in this process. `run` gets 4, 16, 64 and so on
 * units, up to `most`, until one call takes `LEAST_SECONDS`. A first call with one unit warms up
 * and is not counted.
 */
export function secondsPerUnit(run: (units: number) => void, most: number = MOST_UNITS): number {
  run(1);
  for (let units = Math.min(4, most); ; units = Math.min(4 * units, most)) {
    const started = performance.now();
    run(units);
    const seconds = (performance.now() - started) / 1000;
    if (seconds >= LEAST_SECONDS || units === most) return Math.max(seconds, 1e-9) / units;
  }
}

/** How many units make a chunk of `chunkSeconds`: from 1 to `most`. */
export function unitsPerChunk(chunkSeconds: number, perUnit: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(chunkSeconds / perUnit)));
}

/** Ranges of at most `size` units that cover `count` units, of nearly equal length. */
export function ranges(count: number, size: number): (readonly [from: number, to: number])[] {
  const parts = Math.ceil(count / size);
  const at = (i: number): number => Math.floor((i * count) / parts);
  return Array.from({ length: parts }, (_, i) => [at(i), at(i + 1)] as const);
}
