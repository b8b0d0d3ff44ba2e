// The one function that kernels import; `instantiateKernels` of `@wayfield/wasm` passes it. In
// comments of kernels, the "host" is the TypeScript that calls them. A "solver" is one instance of
// a kernel module: module variables are the state of that solver, and the memory may be shared with
// other solvers.

/**
 * Moves a block of the solver's memory to a larger place, zeroed beyond the first `oldBytes`, and
 * returns the new address. `reallocate(0, 0, bytes)` allocates a block, zeroed, and
 * `reallocate(address, 0, 0)` frees one and returns 0. A call costs about a microsecond, so kernels
 * double their arrays. The host throws a RangeError where memory ends.
 */
export declare function reallocate(address: usize, oldBytes: usize, newBytes: usize): usize;
