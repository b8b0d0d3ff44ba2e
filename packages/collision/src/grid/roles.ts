import type { CONTACTS, SEEN, SIGHTINGS } from '../kernels.gen.ts';

/**
 * What bodies are asked for: pairs of massive bodies (CONTACTS), pairs of a QUERY body and a body
 * that it finds (SIGHTINGS), or bodies that neighbours and areas find (SEEN). `fillRoles` of
 * assembly/grid/build.ts writes the words of the filter for each.
 */
export type Role = typeof CONTACTS | typeof SIGHTINGS | typeof SEEN;
