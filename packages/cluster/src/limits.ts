// Limits on everything that is read from the database or from a store.

/** Bytes of a chunk as JSON. */
export const MOST_CHUNK_BYTES: number = 4096;
/** Bytes of the shape of a run as JSON. */
export const MOST_SHAPE_BYTES: number = 65_536;
/** Chunks of a run. */
export const MOST_CHUNKS: number = 100_000;
/**
 * Open runs of a cluster. Runs that are done count until they are removed. Each worker lists all of
 * them with each heartbeat.
 */
export const MOST_OPEN_RUNS: number = 10_000;
/**
 * Chunks of one queue. Until the next VACUUM, the index keeps entries of chunks that were taken. A
 * worker reads past them, so a longer queue would become slower towards its end.
 */
export const CHUNKS_PER_QUEUE: number = 2000;
/** Bytes of a part of an input in the database. */
export const PART_BYTES: number = 1 << 20;
/** Bytes of an input. */
export const MOST_INPUT_BYTES: number = 4 * 1024 ** 3;
/** Bytes that are hashed or read from a file in one call: from 2^31 on Node fails or aborts. */
export const BYTES_AT_ONCE: number = 1 << 26;
/**
 * Bytes of the result of a chunk. PostgreSQL takes values of up to 1 GB, and sends each byte as two
 * hexadecimal digits.
 */
export const MOST_RESULT_BYTES: number = 256 * 1024 ** 2;
/** A result of more bytes goes to the store, if the cluster has one. */
export const INLINE_RESULT_BYTES: number = 8 * 1024 ** 2;
/** Characters of an error that are kept. */
export const MOST_ERROR_LENGTH: number = 2000;

/** The text of an error, cut to a length that is safe to keep and to print. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.slice(0, MOST_ERROR_LENGTH);
}
