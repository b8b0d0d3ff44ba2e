// What a kind of work is: the one interface between users and the cluster.

/** The classes of arrays that results are made of. */
export type ResultArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** The result of a chunk, or of a run: typed arrays by name. */
export type Arrays = Readonly<Record<string, ResultArray>>;

/** What can be written as JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** What `plan` of a kind gets. */
export interface PlanContext {
  /**
   * Stores at most 4 GiB of bytes, equal bytes once. Returns their SHA-256 in hexadecimal digits,
   * by which chunks name the input.
   */
  put(bytes: Uint8Array): Promise<string>;
  /** Seconds that a chunk should take: the option `chunkSeconds` of `submit`. */
  readonly chunkSeconds: number;
  /** The option `signal` of `submit`; `put` rejects once it is aborted. */
  readonly signal: AbortSignal | undefined;
}

/** Work cut into chunks. */
export interface Plan {
  /** One entry per chunk: at most 4,096 bytes of JSON each, at most 100,000 chunks. */
  readonly chunks: readonly Json[];
  /** What `run` and `merge` need of the work as a whole: at most 64 KiB of JSON. */
  readonly shape: Json;
}

/** What `run` of a kind gets beside the chunk. */
export interface RunContext {
  /** `shape` of the plan. */
  readonly shape: Json;
  /** Threads that `run` may use: above 1 only for a kind that is `parallel`. */
  readonly threads: number;
  /**
   * An input by its SHA-256. The bytes are in memory that all threads of the worker share: they
   * must not be written to.
   */
  input(sha: string): Promise<Uint8Array>;
  /**
   * Bytes `start` to `end` - 1 of an input. Rejects unless the input has them. If the worker holds
   * the whole input, they are copied from there. Otherwise the parts of 1 MiB that hold them are
   * read from the database, or the whole input from a store, and checked by SHA-256.
   */
  slice(sha: string, start: number, end: number): Promise<Uint8Array>;
  /**
   * What `make` made for this key in this thread, made again if it was dropped. Eight things are
   * kept. The one unused for longest is dropped first and passed to its `free`, even if another
   * chunk in this thread still uses it.
   */
  prepared<T>(key: string, make: () => T | Promise<T>, free?: (made: T) => unknown): Promise<T>;
  /**
   * The GPU of this worker, a `GPUDevice`, for kinds with `gpu`; the same one at each call. Rejects
   * in workers that were started without a GPU.
   */
  device(): Promise<object>;
}

/** The result of one chunk. */
export interface Part {
  /** Index of the chunk in the plan. */
  readonly chunk: number;
  readonly arrays: Arrays;
}

/**
 * A kind of work. Workers run kinds that they were given by name when they were started: no code
 * comes from the database. `run` must be deterministic, because a chunk may run twice.
 */
export interface WorkKind<Work = never, Answer = unknown> {
  /** 1 to 40 lower-case letters, digits and hyphens. */
  readonly name: string;
  /** Whole number above 0, raised whenever the results or the chunks change. */
  readonly version: number;
  /**
   * `run` uses `context.threads` threads itself. A worker computes up to three of its chunks at a
   * time, in one thread that calls `run` for each, and no chunks of other kinds but parallel ones.
   */
  readonly parallel?: boolean;
  /** Only workers that were started with `gpu` take its chunks. Such a kind is `parallel`. */
  readonly gpu?: boolean;
  /** Cuts work into chunks, on the machine of the submitter. */
  plan(work: Work, context: PlanContext): Plan | Promise<Plan>;
  /** Answers a chunk, in a thread of a worker. */
  run(chunk: Json, context: RunContext): Arrays | Promise<Arrays>;
  /** Joins all parts, which come in the order of their chunks. */
  merge(parts: AsyncIterable<Part>, shape: Json): Promise<Answer>;
}

/** Where inputs and large results lie, if not in the database. */
export interface Store {
  /** The address of the store, without passwords. */
  readonly place: string;
  put(sha: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, at most `most` of them; rejects where there are none or more. */
  get(sha: string, most: number): Promise<Uint8Array>;
  /** Removes the bytes; does nothing where there are none. */
  remove(sha: string): Promise<void>;
}
