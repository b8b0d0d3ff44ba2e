// Which plane of the factors each layer has, and what the planes hold. changes.ts asks; planes.ts
// has the buffer.
import { cellFactor } from '../../model/cell-factor.ts';
import type { ModelState } from '../../model/model-state.ts';
import type { FieldLayout } from '../memory/layout.ts';
import { bitsOf, type WriteMap } from './writes.ts';

/** A plane that has to be written whole. */
export interface WholePlane {
  readonly plane: number;
  readonly values: Float32Array;
}

export interface PlaneBook {
  readonly count: number;
  /** By layer. Layers without modulations share plane 0, which holds terrain times rate. */
  readonly planeOf: readonly number[];
  /** The plane of the bare terrain; makes it at the first call. */
  terrainPlane(): number;
  /** The plane of this layer alone; makes it at the first call. */
  ownPlane(layer: number): number;
  /**
   * The number of planes once `layer` has its own and, with `pursuers`, the bare terrain has one.
   * Counts modulated layers for which `ownPlane` has not been called yet.
   */
  countWith(layer: number, pursuers: boolean): number;
  /** Writes cells of changed terrain to plane 0 and to the plane of the bare terrain. */
  writeAll(cells: Iterable<number>, writes: WriteMap): void;
  /** Writes the factors of cells that changed for one layer; nothing where it has no plane. */
  writeOwn(layer: number, cells: Iterable<number>, writes: WriteMap): void;
  /** The planes made since the last call. */
  takeWhole(): readonly WholePlane[];
}

export function createPlaneBook(state: ModelState, layout: FieldLayout): PlaneBook {
  const { options, layers, terrain, map } = state;
  const planeOf = layers.map(() => 0);
  let count = 1;
  /** 0 = there is none. */
  let ofTerrain = 0;
  const whole = new Set([0]);
  const baseFactor = (cell: number): number => cellFactor(terrain[cell], 1, options.rate);

  function add(): number {
    whole.add(count);
    return count++;
  }

  function valuesOf(plane: number): Float32Array {
    const values = new Float32Array(layout.planeWords);
    const factor =
      plane === 0
        ? baseFactor
        : plane === ofTerrain
          ? (cell: number) => terrain[cell]
          : layers[planeOf.indexOf(plane)].factor;
    for (let y = 0, v = 0; y < map.height; y++) {
      for (let x = 0, at = y * layout.pitch * 4; x < map.width; x++, v++, at++) {
        values[at] = factor(v);
      }
    }
    return values;
  }

  return {
    get count() {
      return count;
    },
    planeOf,
    terrainPlane() {
      if (ofTerrain === 0) ofTerrain = add();
      return ofTerrain;
    },
    ownPlane(layer) {
      if (planeOf[layer] === 0) planeOf[layer] = add();
      return planeOf[layer];
    },
    countWith(layer, pursuers) {
      const more = layers.filter((one, l) => planeOf[l] === 0 && (l === layer || one.modulated));
      return count + more.length + (pursuers && ofTerrain === 0 ? 1 : 0);
    },
    writeAll(cells, writes) {
      for (const cell of cells) {
        writes.set(layout.factorOf(0, cell), bitsOf(baseFactor(cell)));
        if (ofTerrain > 0) writes.set(layout.factorOf(ofTerrain, cell), bitsOf(terrain[cell]));
      }
    },
    writeOwn(layer, cells, writes) {
      const plane = planeOf[layer];
      if (plane === 0) return;
      for (const cell of cells) {
        writes.set(layout.factorOf(plane, cell), bitsOf(layers[layer].factor(cell)));
      }
    },
    takeWhole() {
      const planes = [...whole].map((plane) => ({ plane, values: valuesOf(plane) }));
      whole.clear();
      return planes;
    },
  };
}
