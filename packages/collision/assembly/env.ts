/**
 * Moves a block of the solver's memory to a larger place and returns its new address; the first
 * `oldBytes` are kept. Called a few times in a solver's life, when an answer outgrows its memory.
 */
export declare function reallocate(address: usize, oldBytes: usize, newBytes: usize): usize;
