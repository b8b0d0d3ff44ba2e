var __rewriteRelativeImportExtension = (this && this.__rewriteRelativeImportExtension) || function (path, preserveJsx) {
    if (typeof path === "string" && /^\.\.?\//.test(path)) {
        return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function (m, tsx, d, ext, cm) {
            return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : (d + ext + "." + cm.toLowerCase() + "js");
        });
    }
    return path;
};
/** Threads that the machine runs at the same time. */
export async function hardwareThreads() {
    const known = globalThis.navigator?.hardwareConcurrency;
    if (known !== undefined)
        return known;
    const os = 'node:os';
    return (await import(__rewriteRelativeImportExtension(/* @vite-ignore */ os))).availableParallelism();
}
/** Why shared memory cannot be used here; undefined where it can. */
export function noSharedMemory() {
    if (typeof SharedArrayBuffer === 'undefined') {
        return 'SharedArrayBuffer is missing (a page needs the headers COOP: same-origin and COEP: require-corp)';
    }
    const { crossOriginIsolated } = globalThis;
    if (crossOriginIsolated === false) {
        return 'the page is not cross-origin isolated (it needs the headers COOP: same-origin and COEP: require-corp)';
    }
    return undefined;
}
/** Starts one thread. */
export async function startWorker() {
    let settle;
    let dead;
    const handlers = {
        onReply(reply) {
            const waiting = settle;
            settle = undefined;
            busy(false);
            if (reply.type !== 'failed')
                waiting?.resolve(reply);
            else
                waiting?.reject(reply.range ? new RangeError(reply.message) : new Error(reply.message));
        },
        onError(error) {
            dead = error;
            settle?.reject(error);
        },
    };
    const { post, terminate, busy } = typeof Worker === 'function' ? browserWorker(handlers) : await nodeWorker(handlers);
    return {
        post,
        terminate() {
            handlers.onError(new Error('the pool was destroyed'));
            return terminate();
        },
        reply: () => new Promise((resolve, reject) => {
            if (dead)
                reject(dead);
            else {
                busy(true);
                settle = { resolve, reject };
            }
        }),
    };
}
function browserWorker({ onReply, onError }) {
    // bundlers look for exactly this expression
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = (event) => onReply(event.data);
    worker.onerror = (event) => onError(new Error(event.message || 'the worker did not start'));
    return {
        post: (message) => worker.postMessage(message),
        terminate: async () => worker.terminate(),
        busy: () => undefined,
    };
}
async function nodeWorker({ onReply, onError }) {
    const threads = 'node:worker_threads';
    const { Worker: Thread } = await import(__rewriteRelativeImportExtension(/* @vite-ignore */ threads));
    const worker = new Thread(new URL('./worker.js', import.meta.url));
    worker.on('message', onReply);
    worker.on('error', onError);
    return {
        post: (message) => worker.postMessage(message),
        terminate: async () => void (await worker.terminate()),
        busy: (yes) => (yes ? worker.ref() : worker.unref()),
    };
}
//# sourceMappingURL=pool-workers.js.map