const PAGE = 65536;
const LIMIT = 65536 * PAGE;
/** The u32 at byte 16 of the memory is the first address never given away. */
const TOP = 4;
/** The compiler leaves the first kilobyte to static data, of which the kernels have none. */
const FIRST = 1024;
/** A memory of its own, shared between threads if asked. */
export function createMemory(shared) {
    if (!shared)
        return new WebAssembly.Memory({ initial: 1, maximum: LIMIT / PAGE });
    // a shared memory reserves its maximum: take less where the machine refuses
    for (let maximum = LIMIT / PAGE;; maximum /= 2) {
        try {
            return new WebAssembly.Memory({ initial: 1, maximum, shared: true });
        }
        catch (error) {
            if (maximum <= 1024)
                throw error;
        }
    }
}
export function createArena(memory) {
    const freed = new Map();
    let bytes = new Uint8Array(memory.buffer);
    let words = new Uint32Array(memory.buffer);
    let floats = new Float32Array(memory.buffer);
    const refresh = () => {
        if (bytes.buffer === memory.buffer)
            return;
        bytes = new Uint8Array(memory.buffer);
        words = new Uint32Array(memory.buffer);
        floats = new Float32Array(memory.buffer);
    };
    Atomics.compareExchange(words, TOP, 0, FIRST);
    return {
        memory,
        allocate(size) {
            const rounded = Math.max(16, Math.ceil(size / 16) * 16);
            const recycled = freed.get(rounded)?.pop();
            refresh();
            if (recycled !== undefined) {
                bytes.fill(0, recycled, recycled + rounded);
                return recycled;
            }
            for (;;) {
                const start = Atomics.load(words, TOP);
                const end = start + rounded;
                if (end > memory.buffer.byteLength) {
                    const pages = Math.ceil((end - memory.buffer.byteLength) / PAGE);
                    try {
                        memory.grow(pages);
                    }
                    catch {
                        throw new RangeError(`out of memory: ${size} bytes more than the ${start} in use; WebAssembly memory ends at 4 GiB`);
                    }
                    refresh();
                }
                if (Atomics.compareExchange(words, TOP, start, end) === start)
                    return start;
            }
        },
        free(address, size) {
            const rounded = Math.max(16, Math.ceil(size / 16) * 16);
            const list = freed.get(rounded);
            if (list === undefined)
                freed.set(rounded, [address]);
            else
                list.push(address);
        },
        bytes() {
            refresh();
            return bytes;
        },
        words() {
            refresh();
            return words;
        },
        floats() {
            refresh();
            return floats;
        },
    };
}
export function createBlocks(arena) {
    const sizes = new Map();
    let held = 0;
    const blocks = {
        held: () => held,
        allocate(bytes) {
            const address = arena.allocate(bytes);
            sizes.set(address, bytes);
            held += bytes;
            return address;
        },
        reallocate(address, oldBytes, newBytes) {
            const moved = blocks.allocate(newBytes);
            arena.bytes().copyWithin(moved, address >>> 0, (address >>> 0) + oldBytes);
            blocks.free(address >>> 0);
            return moved;
        },
        free(address) {
            const bytes = sizes.get(address);
            if (bytes === undefined)
                return;
            sizes.delete(address);
            held -= bytes;
            arena.free(address, bytes);
        },
        freeAll() {
            for (const [address, bytes] of sizes)
                arena.free(address, bytes);
            sizes.clear();
            held = 0;
        },
    };
    return blocks;
}
//# sourceMappingURL=arena.js.map