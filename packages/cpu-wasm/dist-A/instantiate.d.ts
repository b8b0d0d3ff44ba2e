/** The exports of assembly/index.ts. Addresses are bytes; u32 results arrive signed. */
export interface Kernels {
    bucketsBytes(): number;
    bucketsBind(address: number, pool: number, entries: number): void;
    heapBind(address: number, entries: number): void;
    gridBind(width: number, height: number, neighbours: number, straight: number, diagonal: number, records: number, scratch: number): void;
    gridUseMoves(moves: number): void;
    settledCount(): number;
    buildMoves(field: number, size: number, moves: number, width: number, height: number, neighbours: number, corners: number, x0: number, y0: number, x1: number, y1: number): void;
    buildClearance(open: number, clearance: number, width: number, height: number): void;
    buildSuccessors(table: number, corners: number): void;
    buildLabels(moves: number, labels: number, width: number, height: number): void;
    joinNeighbours(moves: number, labels: number, width: number, cell: number): void;
    findLabel(labels: number, cell: number): number;
    nearestInComponent(field: number, size: number, labels: number, width: number, height: number, root: number, tx: number, ty: number): number;
    uniformBind(successors: number): void;
    uniformSearch(source: number, target: number, heuristic: number, maxSettled: number, marks: number, open: number): number;
    ticksWrapped(): number;
    weightedBind(costs: number): void;
    weightedSearch(source: number, target: number, heuristic: number, scale: number, maxSettled: number, marks: number, open: number): number;
    greedySearch(source: number, target: number, heuristic: number, maxSettled: number): number;
    bidirectionalBind(backwardRecords: number): void;
    bidirectionalSearch(source: number, target: number, weighted: number, maxSettled: number): number;
    meetingCell(): number;
    backwardSteps(): number;
    traceBackward(out: number): void;
    isSettled(cell: number): number;
    traceLength(end: number, jumps: number): number;
    tracePath(end: number, jumps: number, out: number, count: number): void;
    pathTicks(path: number, count: number): number;
    pathCost(path: number, count: number): number;
    treeInto(first: number, count: number, factor: number, dist: number, parent: number): void;
}
/** Compiles an embedded binary once per process or page. */
export declare function compileKernels(base64: string): WebAssembly.Module;
/**
 * One instance of the kernels on `memory`. `reallocate` moves a block of this instance's memory to a
 * larger place and returns its address.
 */
export declare function instantiateKernels(module: WebAssembly.Module, memory: WebAssembly.Memory, reallocate: (address: number, oldBytes: number, newBytes: number) => number): Kernels;
//# sourceMappingURL=instantiate.d.ts.map