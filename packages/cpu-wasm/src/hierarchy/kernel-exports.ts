/** The exports of assembly/hierarchy/index.ts. Addresses are bytes; u32 results arrive signed. */
export interface HierarchyKernels {
  contractLoad(
    nodes: number,
    firstOut: number,
    head: number,
    weight: number,
    weighBudget: number,
    contractBudget: number,
  ): void;
  contractNodes(): number;
  contractWeigh(from: number, to: number): void;
  contractSome(count: number): number;
  hierarchyBind(
    count: number,
    rows: number,
    arcs: number,
    parts: number,
    partWeights: number,
    partOf: number,
    nodes: number,
  ): void;
  topBind(first: number, table: number, rowBytes: number): void;
  topFill(count: number, rows: number, arcs: number, turned: number): void;
  queryCreate(topCount: number): void;
  hierarchySearch(source: number, target: number, maxSettled: number): number;
  hierarchyDist(): number;
  hierarchySettled(): number;
  unpackCreate(levels: number): void;
  unpackPlaces(places: number): void;
  hierarchyUnpack(sums: number, loops: number): number;
  pathAddress(): number;
  pathCost(): number;
  sweepBind(rows: number, arcs: number, marks: number, places: number, waiting: number): void;
  sweepBegin(dists: number, power: number): void;
  sweepSource(source: number, lane: number): void;
  sweepUp(): void;
  sweepDown(): void;
  tableBegin(): void;
  tableTarget(rank: number, column: number): void;
  tableSort(): void;
  tableSource(rank: number, row: number, columns: number): void;
  treeBind(firstOut: number, arcs: number): void;
  treeDistances(swept: number, nodes: number, dist: number): number;
  treeParents(source: number, dist: number, parent: number, list: number): void;
  treeFinish(
    source: number,
    swept: number,
    nodes: number,
    dist: number,
    parent: number,
    pairs: number,
    spare: number,
    counts: number,
    done: number,
  ): void;
}
