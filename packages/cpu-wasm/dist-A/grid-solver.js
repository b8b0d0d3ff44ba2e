import { checkQueries, uniformCost } from '@wayfield/graph';
import { createRouteWriter, runBatch } from './batch.js';
import { createGridMap } from './grid-map.js';
import { createGridSearcher } from './grid-searcher.js';
import { compileKernels } from './instantiate.js';
import { KERNELS_BASE64 } from './kernels.gen.js';
const maps = new WeakMap();
/** The heuristic a grid solver will use. Throws where the one asked for can overestimate. */
export function gridHeuristic(grid, options) {
    const best = grid.neighbours === 4 ? 'manhattan' : 'octile';
    const { heuristic = options.algorithm === 'dijkstra' || options.algorithm === 'bidirectional'
        ? 'zero'
        : best, } = options;
    if (!['zero', 'manhattan', 'octile', 'euclidean'].includes(heuristic)) {
        throw new RangeError(`unknown heuristic '${heuristic}'`);
    }
    const inadmissible = heuristic === 'manhattan' && grid.neighbours === 8;
    if (inadmissible && options.algorithm !== 'greedy' && options.allowInadmissible !== true) {
        throw new RangeError("heuristic 'manhattan' overestimates on 8 neighbours, so paths need not be shortest: " +
            "take 'octile', or set allowInadmissible");
    }
    return heuristic;
}
/** Checks what `algorithm` needs of a grid. Throws RangeError with the reason. */
export function checkGridAlgorithm(grid, algorithm) {
    if (algorithm !== 'jps' && algorithm !== 'jps+')
        return;
    if (grid.neighbours !== 8) {
        throw new RangeError(`${algorithm} needs 8 neighbours, the grid has ${grid.neighbours}`);
    }
    if (uniformCost(grid) === 0 && grid.cost.some((cost) => cost > 0)) {
        throw new RangeError(`${algorithm} needs a uniform grid: open cells differ in cost; take 'astar'`);
    }
}
/** A solver for `grid`; solvers on the same grid share its memory. */
export function createGridSolver(grid, options = {}) {
    const algorithm = options.algorithm ?? 'astar';
    const heuristic = gridHeuristic(grid, options);
    checkGridAlgorithm(grid, algorithm);
    const module = compileKernels(KERNELS_BASE64);
    let shared = maps.get(grid);
    if (shared === undefined) {
        shared = { map: createGridMap(grid, module, false), users: 0 };
        maps.set(grid, shared);
    }
    const holder = shared;
    const { map } = holder;
    holder.users++;
    const searcher = createGridSearcher(module, map.arena, map.layout, algorithm, heuristic);
    const cells = grid.width * grid.height;
    let version = map.version();
    let destroyed = false;
    /** Before every call: takes over updates, prepares the layers that the call needs. */
    function prepare(size, count, nearest) {
        if (destroyed)
            throw new Error('the solver was destroyed');
        const sizes = agentSizes(size, count);
        for (const s of sizes.distinct) {
            const layer = map.layer(s);
            if (nearest)
                map.relabel(layer);
        }
        if (version !== map.version()) {
            version = map.version();
            searcher.bind(map.layout);
        }
        return sizes.of;
    }
    /** Labels that a closed cell made useless are built again once, so the next answer is immediate. */
    function settle() {
        if (!searcher.labelsMislead())
            return;
        map.layout.layers.forEach(map.relabel);
        searcher.bind(map.layout);
    }
    function checkNode(name, node) {
        if (!Number.isInteger(node) || node < 0 || node >= cells) {
            throw new RangeError(`${name} is ${node}, the grid has ${cells} cells`);
        }
    }
    return {
        backend: 'wasm',
        algorithm,
        heuristic,
        get memoryBytes() {
            return searcher.blocks.held();
        },
        get sharedBytes() {
            return map.blocks.held();
        },
        run(queries, runOptions = {}) {
            checkQueries(grid, queries);
            checkLimit(runOptions);
            const sizes = prepare(runOptions.agentSize, queries.count, runOptions.nearest === true);
            return runBatch(searcher, map.arena, queries, sizes, runOptions, settle);
        },
        runOneToMany(source, targets, runOptions = {}) {
            needDijkstra('runOneToMany');
            checkNode('source', source);
            const target = Uint32Array.from(targets);
            for (let i = 0; i < target.length; i++)
                checkNode(`targets[${i}]`, targets[i]);
            checkLimit(runOptions);
            const size = prepare(runOptions.agentSize, 1, false)(0);
            return oneToMany(source, target, size, runOptions);
        },
        tree(source, treeOptions = {}) {
            needDijkstra('tree');
            checkNode('source', source);
            const size = prepare(treeOptions.agentSize, 1, false)(0);
            return searcher.tree(source, size, treeOptions.reuse);
        },
        update(changed) {
            if (destroyed)
                throw new Error('the solver was destroyed');
            map.update(changed);
        },
        destroy() {
            if (destroyed)
                return;
            destroyed = true;
            searcher.blocks.freeAll();
            if (--holder.users === 0)
                maps.delete(grid);
        },
    };
    function needDijkstra(what) {
        if (algorithm !== 'dijkstra') {
            throw new TypeError(`${what} needs algorithm 'dijkstra', this solver is '${algorithm}'`);
        }
    }
    function oneToMany(source, target, size, runOptions) {
        const writer = createRouteWriter(map.arena, target.length, runOptions);
        searcher.searchMany(source, target, size, runOptions.maxSettled ?? 0xffffffff);
        for (let i = 0; i < target.length; i++)
            writer.put(i, searcher.take(target[i]), searcher);
        return writer.finish();
    }
}
function checkLimit(options) {
    const { maxSettled } = options;
    if (maxSettled !== undefined && !(Number.isInteger(maxSettled) && maxSettled >= 0)) {
        throw new RangeError(`maxSettled is ${maxSettled}: it must be a whole number >= 0`);
    }
}
/** The agent size of each query, and the sizes that occur. Throws RangeError outside 1 .. 255. */
export function agentSizes(size, count) {
    const check = (s, name) => {
        if (Number.isInteger(s) && s >= 1 && s <= 255)
            return s;
        throw new RangeError(`${name} is ${s}: it must be a whole number from 1 to 255`);
    };
    if (size === undefined || typeof size === 'number') {
        const one = check(size ?? 1, 'agentSize');
        return { of: () => one, distinct: [one] };
    }
    if (size.length !== count) {
        throw new RangeError(`agentSize has ${size.length} entries, there are ${count} queries`);
    }
    const distinct = new Set();
    for (let i = 0; i < count; i++)
        distinct.add(check(size[i], `agentSize[${i}]`));
    return { of: (i) => size[i], distinct };
}
//# sourceMappingURL=grid-solver.js.map