export const NEXT = 0;
export const DONE = 1;
export const STOP = 2;
/** Allocates a job of `count` queries; `free` gives its memory back. */
export function allocateJob(blocks, count, rest) {
    const held = [];
    const block = (bytes) => {
        const address = blocks.allocate(bytes);
        held.push(address);
        return address;
    };
    const free = () => held.forEach(blocks.free);
    try {
        const job = {
            ...rest,
            count,
            control: block(16),
            source: block(count * 4),
            target: block(count * 4),
            size: block(count),
            status: block(count),
            cost: block(count * 4),
            settled: block(count * 4),
            pathAt: block(count * 4),
            pathLength: block(count * 4),
        };
        return { job, free };
    }
    catch (error) {
        free();
        throw error;
    }
}
export function controlWords(arena, job) {
    return new Int32Array(arena.memory.buffer, job.control, 3);
}
//# sourceMappingURL=pool-job.js.map