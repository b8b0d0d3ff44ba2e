/**
 * Moves a block of the solver's memory to a larger place and returns its new address; the first
 * `oldBytes` are kept. Called a few times in a solver's life, when an answer outgrows its memory.
 * If memory ends, the host throws RangeError through the kernel, and the block stays where it was.
 */
export declare function reallocate(address: usize, oldBytes: usize, newBytes: usize): usize;
