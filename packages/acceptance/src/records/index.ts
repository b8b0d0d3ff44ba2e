import type { Area } from '../run/area.ts';
import { roadDistances } from './road-distances.ts';

/** The area 'records': where others were faster. */
export const records: Area = {
  name: 'records',
  title: 'figures of the fastest programs known',
  targets: [roadDistances],
  packages: () => ['@wayfield/cpu-wasm', '@wayfield/gpu'],
  gpu: 'some',
};
