export {
  CLEAR,
  CONTACT_LIMIT,
  HIT,
  MORE,
  MOVED_OUT,
  NO_PLACE,
  START_BLOCKED,
} from '../kernels.gen.ts';

/**
 * The name of each status of a surface: `SURFACE_STATUS_NAMES[status]`. Each call of `Surface` says
 * what its statuses mean; 0, 'NOT_RUN', is a row that no call has written yet.
 */
export const SURFACE_STATUS_NAMES: readonly string[] = [
  'NOT_RUN',
  'CLEAR',
  'HIT',
  'MOVED_OUT',
  'NO_PLACE',
  'START_BLOCKED',
  'CONTACT_LIMIT',
  'MORE',
];
