import { type Grid } from '@wayfield/graph';
import type { MapHost } from './map-host.ts';
/** What one agent size needs of a grid; addresses in WebAssembly memory. */
export interface GridLayer {
    readonly size: number;
    /** One byte per cell: the agent fits where it is at least `size`. */
    readonly field: number;
    /** One byte per cell: the legal steps, see assembly/grid-moves.ts. */
    readonly moves: number;
    /** One u32 per cell: components, see assembly/grid-components.ts. */
    readonly labels: number;
    /** A cell was closed since the labels were built: equal labels prove nothing. */
    stale: boolean;
}
/** All that a thread must know of a grid to search it: numbers only, so that it can be sent. */
export interface GridLayout {
    readonly width: number;
    readonly height: number;
    readonly neighbours: 4 | 8;
    readonly straight: number;
    readonly diagonal: number;
    readonly successors: number;
    /** The factor of all open cells, or 0 when they differ. */
    factor: number;
    /** At most the smallest factor of an open cell. */
    least: number;
    /** Address of the factors, on weighted grids. */
    costs: number;
    readonly layers: GridLayer[];
}
/** Copies `grid` into a WebAssembly memory of its own. Throws RangeError for a grid that is not valid. */
export declare function createGridMap(grid: Grid, module: WebAssembly.Module, shared: boolean): MapHost;
//# sourceMappingURL=grid-map.d.ts.map