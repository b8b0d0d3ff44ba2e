// What the host gives: every solver is one instance of this module on the memory of its map, so
// module variables are the state of one solver, and memory is shared with the map's other solvers.

/**
 * Moves a block of the solver's memory to a larger place and returns its new address; the first
 * `oldBytes` are kept. Called a few times in a solver's life, when a queue outgrows its memory.
 */
export declare function reallocate(address: usize, oldBytes: usize, newBytes: usize): usize;
