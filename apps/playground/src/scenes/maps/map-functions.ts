import { makeMap, readMap } from './make-map.ts';

/** What the worker of the maps serves. */
export const mapFunctions = { makeMap, readMap };
