// The factors of a model in WebAssembly memory: one array for all layers without modulations, one
// for each layer with modulations. wasm-fields.ts makes them.
import type { Arena } from '@wayfield/wasm';
import type { LayerState, ModelState } from '../model/model-state.ts';
import type { FieldMemory } from './field-memory.ts';

/**
 * The least factor whose product with a block's m is a normal f32: m goes down to 2^-100, f32 to
 * 2^-126.
 */
const HARSH_FACTOR = 2 ** -26;

export interface FactorRows {
  /** The address of the factors of a layer: of the factor of cell 0. */
  of(layer: number): number;
  /**
   * Whether a factor above 0 and below 2^-26 was ever set. A product with such a factor can become
   * 0, so the kernels of precision 'log' then redo every block with a new value below 2^-100, 0
   * included, cell by cell (`mixedBlock`).
   */
  readonly harsh: boolean;
  /** Writes the factors of cells that changed; a modulated layer gets an array of its own. */
  update(layer: number, cells: Iterable<number>): void;
}

export function createFactorRows(
  arena: Arena,
  memory: FieldMemory,
  { map, layers }: Pick<ModelState, 'map' | 'layers'>,
): FactorRows {
  const { width, height } = map;
  const { rowBytes } = memory;
  let harsh = false;

  function factorAt(state: LayerState, cell: number): number {
    const factor = state.factor(cell);
    if (factor > 0 && factor < HARSH_FACTOR) harsh = true;
    return factor;
  }

  /** A new array with the factors of a layer. */
  function allocate(state: LayerState): number {
    const address = memory.allocateFactors();
    const floats = arena.floats();
    for (let y = 0, v = 0; y < height; y++) {
      const row = (address + y * rowBytes) / 4;
      for (let x = 0; x < width; x++, v++) floats[row + x] = factorAt(state, v);
    }
    return address;
  }

  const plain = allocate(layers[0]);
  const own = layers.map(() => plain);
  return {
    of: (layer) => own[layer],
    get harsh() {
      return harsh;
    },
    update(layer, cells) {
      const state = layers[layer];
      if (state.modulated && own[layer] === plain) own[layer] = allocate(state);
      const floats = arena.floats();
      for (const v of cells) {
        const x = v % width;
        floats[(own[layer] + ((v - x) / width) * rowBytes) / 4 + x] = factorAt(state, v);
      }
    },
  };
}
