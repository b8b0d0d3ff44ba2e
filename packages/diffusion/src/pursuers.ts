// Pursuers on a model of the CPU: the roles of Repenning, "Collaborative diffusion" (2006). Those that emit or
// modulate change the field; all of them climb it.

import { checkCells, checkModulation, sortGoals } from './check-input.ts';
import { layerIndex } from './resolve-options.ts';
import type { Pursuers, PursuerOptions } from './types.ts';

/** What pursuers need of a model beside its interface; made by the backends. */
export interface PursuerGround {
  readonly width: number;
  readonly height: number;
  readonly neighbours: 4 | 8;
  readonly layers: readonly string[];
  readonly terrain: Float32Array;
  readonly precision: 'f32' | 'log';
  /** m and offset of a cell's value in a layer: m * 2^offset, m an f32; 0 = no scent. */
  readonly mantissa: (layer: number, cell: number) => number;
  readonly offset: (layer: number, cell: number) => number;
  setSources(layer: number, owner: object, goals: ReturnType<typeof sortGoals> | undefined): void;
  setModulations(
    layer: number,
    owner: object,
    factors: ReadonlyMap<number, number> | undefined,
  ): void;
  /** Takes over what changed since the last step. */
  refresh(): void;
}

/** Throws RangeError for cells, layers, weights, strengths or factors that are not valid. */
export function createPursuersOn(ground: PursuerGround, options: PursuerOptions): Pursuers {
  const { width, height, neighbours, layers, terrain, precision } = ground;
  const { weights, emit, modulate, exclusive = false } = options;
  const cells = width * height;
  const count = options.cell.length;
  const owner = {};
  const used: number[] = [];
  const weight: number[] = [];
  for (const [name, value] of Object.entries(weights)) {
    if (!Number.isFinite(value)) {
      throw new RangeError(`weights.${name} is ${value}, expected a finite number`);
    }
    used.push(layerIndex(layers, name));
  }
  if (used.length === 0) throw new RangeError('weights names no layer, expected at least one');
  used.sort((a, b) => a - b);
  for (const layer of used) weight.push(Math.fround(weights[layers[layer]]));
  const emitLayer = emit === undefined ? -1 : layerIndex(layers, emit.layer);
  const modulateLayer = modulate === undefined ? -1 : layerIndex(layers, modulate.layer);
  if (modulate !== undefined) checkModulation(modulate.factor, 'modulate.factor');
  checkCells(cells, options.cell, 'cell');

  const cell = Uint32Array.from(options.cell);
  const chosen = new Uint32Array(count);
  const taken = exclusive ? new Uint8Array(cells) : undefined;
  // own cell and its neighbours, one after another
  const around = new Uint32Array(9);
  const mantissas = new Float64Array(9 * used.length);
  const offsets = new Int32Array(9 * used.length);

  /** Tells the model where they stand. */
  function leaveMarks(): void {
    if (emit !== undefined) {
      const distinct = [...new Set(cell)];
      const { strength } = emit;
      const goals = sortGoals(cells, { cell: distinct, strength }, precision);
      ground.setSources(emitLayer, owner, goals);
    }
    if (modulate !== undefined) {
      const factor = Math.fround(modulate.factor);
      ground.setModulations(modulateLayer, owner, new Map(Array.from(cell, (v) => [v, factor])));
    }
  }

  /** The neighbour with the best score, or the cell itself. */
  function choose(v: number): number {
    const x = v % width;
    const y = (v - x) / width;
    let places = 0;
    around[places++] = v;
    for (let dy = y > 0 ? -1 : 0; dy <= 1 && y + dy < height; dy++) {
      for (let dx = x > 0 ? -1 : 0; dx <= 1 && x + dx < width; dx++) {
        if (dx === 0 && dy === 0) continue;
        if (neighbours === 4 && dx !== 0 && dy !== 0) continue;
        const to = v + dy * width + dx;
        if (terrain[to] !== 0 && !(taken !== undefined && taken[to])) around[places++] = to;
      }
    }
    let top = -Infinity;
    for (let l = 0, i = 0; l < used.length; l++) {
      for (let p = 0; p < places; p++, i++) {
        mantissas[i] = ground.mantissa(used[l], around[p]);
        offsets[i] = mantissas[i] === 0 ? 0 : ground.offset(used[l], around[p]);
        if (mantissas[i] !== 0) {
          top = Math.max(top, windowOf(mantissas[i], offsets[i]));
        }
      }
    }
    let best = v;
    let bestScore = -Infinity;
    for (let p = 0; p < places; p++) {
      let score = 0;
      for (let l = 0; l < used.length; l++) {
        const i = l * places + p;
        if (mantissas[i] === 0) continue;
        const value = scaled(mantissas[i], offsets[i], precision === 'log' ? top : 0);
        score = Math.fround(score + Math.fround(weight[l] * value));
      }
      // the own cell comes first: only a better one is gone to; then the lowest of equals
      if (score > bestScore) {
        best = around[p];
        bestScore = score;
      }
    }
    return best;
  }

  leaveMarks();
  return {
    count,
    cell,
    move() {
      ground.refresh();
      if (taken !== undefined) for (const v of cell) taken[v] = 1;
      for (let i = 0; i < count; i++)
        chosen[i] = terrain[cell[i]] === 0 ? cell[i] : choose(cell[i]);
      if (taken !== undefined) {
        for (const v of cell) taken[v] = 0;
        // of several that choose a cell, the first gets it
        for (let i = 0; i < count; i++) {
          if (chosen[i] === cell[i]) continue;
          if (taken[chosen[i]]) chosen[i] = cell[i];
          else taken[chosen[i]] = 1;
        }
        for (const v of chosen) taken[v] = 0;
      }
      let moved = 0;
      for (let i = 0; i < count; i++) if (chosen[i] !== cell[i]) moved++;
      cell.set(chosen);
      if (moved > 0) leaveMarks();
      return moved;
    },
    place(where) {
      if (where.length !== count) {
        throw new RangeError(`cell has ${where.length} entries, expected ${count}`);
      }
      checkCells(cells, where, 'cell');
      cell.set(where);
      leaveMarks();
    },
    destroy() {
      if (emit !== undefined) ground.setSources(emitLayer, owner, undefined);
      if (modulate !== undefined) ground.setModulations(modulateLayer, owner, undefined);
    },
  };
}

/** k of a value written as m * 2^(96 k), 1 <= m < 2^96. */
function windowOf(m: number, offset: number): number {
  return Math.floor((Math.floor(Math.log2(m)) + offset) / 96);
}

/** A value times 2^(-96 top), 0 where its window is two or more below. */
function scaled(m: number, offset: number, top: number): number {
  if (top === 0 && offset === 0) return m;
  const k = windowOf(m, offset);
  return k < top - 1 ? 0 : m * 2 ** (offset - 96 * top);
}
