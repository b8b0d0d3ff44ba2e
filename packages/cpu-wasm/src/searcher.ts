/** One search at a time on a bound map: what a solver and each worker of a pool drive. */
export interface Searcher {
  /**
   * Searches one path and keeps it for `pathLength` and `writePath`. Returns a status of `Routes`.
   * `size` is the agent's on grids, else 1.
   */
  search(
    source: number,
    target: number,
    size: number,
    nearest: boolean,
    maxSettled: number,
  ): number;
  /** Searches from one source until every target is settled; then `take` answers for each. */
  searchMany(source: number, targets: Uint32Array, size: number, maxSettled: number): void;
  /** Answers for one target after `searchMany`: a status, the path kept as after `search`. */
  take(target: number): number;
  /** Cost of the path last found. */
  cost(): number;
  /** Nodes settled by the last search. */
  settled(): number;
  /** Nodes on the path last found, 0 when there is none. */
  pathLength(): number;
  /** Address of these nodes in WebAssembly memory, u32 each, from source to end. */
  path(): number;
}
