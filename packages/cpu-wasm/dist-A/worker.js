// One thread of a pool: a searcher with scratch memory of its own on the shared memory of the map.
// Runs as a web worker and as a Node worker thread.
var __rewriteRelativeImportExtension = (this && this.__rewriteRelativeImportExtension) || function (path, preserveJsx) {
    if (typeof path === "string" && /^\.\.?\//.test(path)) {
        return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function (m, tsx, d, ext, cm) {
            return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : (d + ext + "." + cm.toLowerCase() + "js");
        });
    }
    return path;
};
import { FOUND, NEAREST } from '@wayfield/graph';
import { createArena } from './arena.js';
import { controlWords, DONE, NEXT, STOP } from './pool-job.js';
import { createSearcher } from './searcher.js';
/** Bytes of a block of path nodes; a longer path gets a block of its own. */
const SEGMENT = 1 << 20;
function serve(port) {
    let arena;
    let searcher;
    let paths;
    port.onMessage((message) => {
        try {
            if (message.type === 'start') {
                const { module, memory, layout, algorithm, heuristic } = message;
                arena = createArena(memory);
                searcher = createSearcher(module, arena, layout, algorithm, heuristic);
                paths = createSegments(searcher.blocks);
            }
            else {
                searcher.bind(message.layout);
                answer(message.job);
            }
            port.postMessage({
                type: message.type === 'start' ? 'ready' : 'done',
                held: searcher.blocks.held(),
                misled: searcher.labelsMislead(),
            });
        }
        catch (error) {
            const { message: text } = error;
            port.postMessage({ type: 'failed', message: text, range: error instanceof RangeError });
        }
    });
    function answer(job) {
        const control = controlWords(arena, job);
        paths.restart();
        for (;;) {
            if (Atomics.load(control, STOP) !== 0)
                return;
            const i = Atomics.add(control, NEXT, 1);
            if (i >= job.count)
                return;
            const source = arena.words()[job.source / 4 + i];
            const target = arena.words()[job.target / 4 + i];
            const size = arena.bytes()[job.size + i];
            const status = searcher.search(source, target, size, job.nearest, job.maxSettled);
            const found = status === FOUND || status === NEAREST;
            const length = found && !job.costOnly ? searcher.pathLength() : 0;
            const at = length > 0 ? paths.reserve(length * 4) : 0;
            if (length > 0) {
                arena.bytes().copyWithin(at, searcher.path(), searcher.path() + length * 4);
            }
            arena.floats()[job.cost / 4 + i] = found ? searcher.cost() : Infinity;
            const words = arena.words();
            words[job.settled / 4 + i] = searcher.settled();
            words[job.pathAt / 4 + i] = at;
            words[job.pathLength / 4 + i] = length;
            arena.bytes()[job.status + i] = status;
            Atomics.add(control, DONE, 1);
        }
    }
}
function createSegments(blocks) {
    const kept = [];
    const single = [];
    let current = 0;
    let used = SEGMENT;
    return {
        restart() {
            single.forEach(blocks.free);
            single.length = 0;
            current = 0;
            used = SEGMENT;
        },
        reserve(bytes) {
            if (bytes > SEGMENT) {
                single.push(blocks.allocate(bytes));
                return single[single.length - 1];
            }
            if (used + bytes > SEGMENT) {
                if (current === kept.length)
                    kept.push(blocks.allocate(SEGMENT));
                current++;
                used = 0;
            }
            used += bytes;
            return kept[current - 1] + used - bytes;
        },
    };
}
// a browser's worker has its own global scope; elsewhere this is a thread of Node
const scope = globalThis;
if (scope.WorkerGlobalScope !== undefined) {
    serve({
        postMessage: (message) => scope.postMessage(message),
        onMessage: (listener) => {
            scope.onmessage = (event) => listener(event.data);
        },
    });
}
else {
    // hidden from bundlers, which have no such module
    const threads = 'node:worker_threads';
    void import(__rewriteRelativeImportExtension(/* @vite-ignore */ threads)).then(({ parentPort }) => {
        serve({
            postMessage: (message) => parentPort.postMessage(message),
            onMessage: (listener) => parentPort.on('message', listener),
        });
    });
}
//# sourceMappingURL=worker.js.map