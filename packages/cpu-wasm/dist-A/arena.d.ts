/**
 * Blocks of one WebAssembly memory. The end of the used part is kept inside the memory and moved
 * atomically, so several threads, each with an arena of its own over a shared memory, can allocate.
 * Freed blocks are given out again to requests of the same size.
 */
export interface Arena {
    readonly memory: WebAssembly.Memory;
    /** A zeroed block, its address a multiple of 16. Throws RangeError when memory ends. */
    allocate(bytes: number): number;
    free(address: number, bytes: number): void;
    /** The whole memory as bytes, as u32, as f32: fetch again after anything that may allocate. */
    bytes(): Uint8Array;
    words(): Uint32Array;
    floats(): Float32Array;
}
/** A memory of its own, shared between threads if asked. */
export declare function createMemory(shared: boolean): WebAssembly.Memory;
export declare function createArena(memory: WebAssembly.Memory): Arena;
/** The blocks of one owner, to count them and to free them together. */
export interface Blocks {
    /** Bytes held now. */
    held(): number;
    allocate(bytes: number): number;
    /** Moves a block to a larger place, keeping its first `oldBytes` bytes. */
    reallocate(address: number, oldBytes: number, newBytes: number): number;
    free(address: number): void;
    freeAll(): void;
}
export declare function createBlocks(arena: Arena): Blocks;
//# sourceMappingURL=arena.d.ts.map