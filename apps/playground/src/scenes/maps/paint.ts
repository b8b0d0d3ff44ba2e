// Paints the ground, and keeps what each stroke changed.

export interface Painter {
  /** Paints a disc; returns the cells that changed, or undefined if none did. */
  dab(x: number, y: number, radius: number, value: number): Uint32Array | undefined;
  /** Ends a stroke, which is one change to undo. Undefined if it changed nothing. */
  lift(): Stroke | undefined;
  /**
   * The cells that differ from the map as it was made, as runs of three numbers: unchanged cells
   * since the last run, cells of this run, their ground. `takeEdits` reads them.
   */
  edits(): number[];
}

export interface Stroke {
  readonly cells: Uint32Array;
  /** Writes the ground before or after the stroke into its cells. */
  put(which: 'before' | 'after'): void;
}

/** Changes `terrain` in place. */
export function createPainter(width: number, height: number, terrain: Float32Array): Painter {
  const original = terrain.slice();
  let stroke: Map<number, number> | undefined;
  return {
    dab(x, y, radius, value) {
      const changed: number[] = [];
      for (
        let row = Math.max(0, Math.ceil(y - radius));
        row <= Math.min(height - 1, y + radius);
        row++
      ) {
        for (
          let col = Math.max(0, Math.ceil(x - radius));
          col <= Math.min(width - 1, x + radius);
          col++
        ) {
          const cell = row * width + col;
          if ((col - x) ** 2 + (row - y) ** 2 > radius * radius || terrain[cell] === value)
            continue;
          stroke ??= new Map();
          if (!stroke.has(cell)) stroke.set(cell, terrain[cell]);
          terrain[cell] = value;
          changed.push(cell);
        }
      }
      return changed.length > 0 ? Uint32Array.from(changed) : undefined;
    },
    lift() {
      if (!stroke) return undefined;
      const cells = Uint32Array.from(stroke.keys());
      const grounds = {
        before: Float32Array.from(stroke.values()),
        after: Float32Array.from(cells, (cell) => terrain[cell]),
      };
      stroke = undefined;
      return {
        cells,
        put(which) {
          for (const [i, cell] of cells.entries()) terrain[cell] = grounds[which][i];
        },
      };
    },
    edits() {
      const runs: number[] = [];
      let end = 0;
      for (let cell = 0; cell < terrain.length; cell++) {
        const value = terrain[cell];
        if (value === original[cell]) continue;
        if (runs.length > 0 && cell === end && value === runs[runs.length - 1]) {
          runs[runs.length - 2]++;
        } else runs.push(cell - end, 1, value);
        end = cell + 1;
      }
      return runs;
    },
  };
}
