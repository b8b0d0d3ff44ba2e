// The interface of a problem: questions, and the backends that can answer them.

import { GRID_FILES, ROAD_FILES } from '../maps/file-kinds.ts';

export const PROBLEMS = ['grids', 'roads', 'fields', 'meshes'] as const;
export type ProblemName = (typeof PROBLEMS)[number];

export type BackendKind = 'script' | 'thread' | 'pool' | 'gpu';

/** Answers to all questions in order, or to the first of them. */
export type Answers = Float32Array | Float64Array | Uint32Array;

/** A backend that has the map. */
export interface Runner {
  /** Answers the questions. The answers of the first run are compared. */
  run(): Answers | Promise<Answers>;
  /** A remark, such as '4 threads'. */
  readonly note?: string;
  destroy(): void | Promise<void>;
}

export interface Backend {
  readonly kind: BackendKind;
  readonly title: string;
  /** The number of questions that it answers, if not all. */
  readonly count?: number;
  /** The reason why it cannot run here; absent if it can. */
  readonly missing?: string;
  prepare(): Runner | Promise<Runner>;
}

export interface Problem {
  readonly title: string;
  /** The question in one sentence. */
  readonly what: string;
  /** The unit of one answer, such as 'path'. */
  readonly unit: string;
  readonly count: number;
  /** Largest relative difference of answers; 0: answers must be equal. */
  readonly tolerance: number;
  /** The others are compared with the first. */
  readonly backends: readonly Backend[];
}

/** A map that was dropped. */
export interface MapFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ProblemOptions {
  readonly size: 'small' | 'medium' | 'large';
  readonly count: number;
  readonly seed: number;
  /** The map; absent: a made-up one. */
  readonly file?: MapFile;
  /** The GPU is a software device: it gets few queries. */
  readonly software: boolean;
  /** The device; called by backends on the GPU alone. */
  device(): Promise<GPUDevice>;
}

/** Endings of the names of files that each problem takes. */
export const FILES: Readonly<Record<ProblemName, readonly string[]>> = {
  grids: GRID_FILES,
  roads: ROAD_FILES,
  fields: GRID_FILES,
  meshes: [],
};

/** Number of queries to a software device: more would take minutes. */
export const SOFTWARE_QUERIES = 20;

export const threads = (count: number): string => `${count} thread${count === 1 ? '' : 's'}`;
