// Groups of pursuers that leave marks in fields, and the order in which the groups of a layer
// write. A group is the pursuers of one call of `pursuers`; marks.ts keeps the groups.
import type { Step } from '@wayfield/gpu-core';

/** A layer in which pursuers leave marks, and the value of these marks. */
export interface MarkIn {
  readonly layer: number;
  readonly value: number;
}

/** Pursuers that leave marks. */
export interface MarkGroup {
  readonly count: number;
  readonly position: GPUBuffer;
  /** The layer in which the pursuers are goals. `value`: the strength of these goals. */
  readonly emit: MarkIn | undefined;
  /**
   * The layer that the pursuers dim. `value`: the part of the scent that passes through a pursuer's
   * cell. `plane` and `terrain` are planes of factors, as `ChangeLog.dimmed` gives them.
   */
  readonly modulate: (MarkIn & { readonly plane: number; readonly terrain: number }) | undefined;
  /** The cells of the pursuers when the host last knew them. */
  cell: Uint32Array;
  /** Whether the pursuers have moved since then. */
  moved: boolean;
  /** Whether `encodePlace` put the pursuers elsewhere, perhaps in other regions. */
  strayed: boolean;
  /** Whether the group was destroyed while a call was under way: the next call takes it out. */
  leaving?: boolean;
  /** Frees the buffers, once the marks are gone. */
  free(): void;
}

/** Steps of a move: `drop` before the pursuers leave their cells, `put` after they have moved. */
export interface MarkSteps {
  readonly drop: readonly Step[];
  readonly put: readonly Step[];
}

/**
 * The groups that emit in a layer, the weakest first: where pursuers of several groups stand on one
 * cell, the strongest group writes last.
 */
export function emittersOf(groups: Iterable<MarkGroup>, layer: number): MarkGroup[] {
  return [...groups]
    .filter(({ emit }) => emit?.layer === layer)
    .sort((a, b) => a.emit!.value - b.emit!.value);
}

/** The groups that dim a layer; the one that lets least through comes last. */
export function dimmersOf(groups: Iterable<MarkGroup>, layer: number): MarkGroup[] {
  return [...groups]
    .filter(({ modulate }) => modulate?.layer === layer)
    .sort((a, b) => b.modulate!.value - a.modulate!.value);
}
