// Groups of pursuers that leave marks in fields, and which of them do so in a layer.
import type { Step } from '@wayfield/gpu-core';

/** A layer that pursuers change, and the number that says how. */
export interface MarkIn {
  readonly layer: number;
  readonly value: number;
}

/** Pursuers that leave marks. */
export interface MarkGroup {
  readonly count: number;
  readonly position: GPUBuffer;
  /** `value`: strength of the goals that they are. */
  readonly emit: MarkIn | undefined;
  /**
   * `value`: what part of the scent passes through them. The planes are those of
   * `ChangeLog.dimmed`.
   */
  readonly modulate: (MarkIn & { readonly plane: number; readonly terrain: number }) | undefined;
  /** The cells of the pursuers when the host last knew them. */
  cell: Uint32Array;
  /** Whether the pursuers have moved since then. */
  moved: boolean;
  /** Whether `encodePlace` put the pursuers elsewhere, perhaps in other regions. */
  strayed: boolean;
  /** Frees the buffers, once the marks are gone. */
  free(): void;
}

/** Steps of a move: `drop` before the pursuers leave their cells, `put` after they have moved. */
export interface MarkSteps {
  readonly drop: readonly Step[];
  readonly put: readonly Step[];
}

/**
 * The groups that emit in a layer, the weakest first: where several stand on one cell, the
 * strongest writes last.
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
