import { makeMap, readMap } from './make-map.ts';

/** The functions of the worker of the maps. */
export const mapFunctions = { makeMap, readMap };
