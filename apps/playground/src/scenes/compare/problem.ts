// What is compared: the same questions, put to every backend that can answer them.

import { GRID_FILES, ROAD_FILES } from '../maps/file-kinds.ts';

export const PROBLEMS = ['grids', 'roads', 'fields', 'meshes'] as const;
export type ProblemName = (typeof PROBLEMS)[number];

export type BackendKind = 'script' | 'thread' | 'pool' | 'gpu';

/** Answers to all questions in order, or to the first of them. */
export type Answers = Float32Array | Float64Array | Uint32Array;

/** A backend that has the map. */
export interface Runner {
  /** Answers; the first run is the one that is compared. */
  run(): Answers | Promise<Answers>;
  /** What else is to say, as in '4 threads'. */
  readonly note?: string;
  destroy(): void | Promise<void>;
}

export interface Backend {
  readonly kind: BackendKind;
  readonly title: string;
  /** How many questions it answers, where these are not all. */
  readonly count?: number;
  /** Why it is not asked. */
  readonly missing?: string;
  prepare(): Runner | Promise<Runner>;
}

export interface Problem {
  readonly title: string;
  /** One sentence: what is asked. */
  readonly what: string;
  /** What one question is, as in 'path'. */
  readonly unit: string;
  readonly count: number;
  /** Answers may differ by this share of the larger one; 0: not by a bit. */
  readonly tolerance: number;
  /** The first of them is what the others are compared with. */
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
  /** In the place of one that is made up. */
  readonly file?: MapFile;
  /** The GPU is a software device: it gets few queries. */
  readonly software: boolean;
  /** The device; called by backends on the GPU alone. */
  device(): Promise<GPUDevice>;
}

/** Ends of names of the files that a problem can be put on. */
export const FILES: Readonly<Record<ProblemName, readonly string[]>> = {
  grids: GRID_FILES,
  roads: ROAD_FILES,
  fields: GRID_FILES,
  meshes: [],
};

/** Queries to a software device: more would take minutes. */
export const SOFTWARE_QUERIES = 20;

export const threads = (count: number): string => `${count} thread${count === 1 ? '' : 's'}`;
