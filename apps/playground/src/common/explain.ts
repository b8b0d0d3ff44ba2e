// Errors in words that say what to do.

/** Messages of browsers that run out of memory: for arrays, WebAssembly and GPUs. */
const NO_MEMORY = new RegExp(
  [
    'out of memory',
    'allocation failed',
    'could not allocate',
    'invalid (typed )?array (buffer )?length',
    'memory\\.grow',
    'not enough memory',
    'does not fit',
    'memory budget',
  ].join('|'),
  'i',
);

export interface Explained {
  readonly text: string;
  /** Fewer agents or a smaller map would help. */
  readonly isMemory: boolean;
}

export function explain(error: unknown): Explained {
  const said = error instanceof Error ? error.message : String(error);
  if (!NO_MEMORY.test(said)) return { text: said, isMemory: false };
  return { text: `There is not enough memory for this many agents (${said})`, isMemory: true };
}
