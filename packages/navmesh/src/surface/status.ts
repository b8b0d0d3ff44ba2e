export {
  CLEAR,
  CONTACT_LIMIT,
  HIT,
  MORE,
  MOVED_OUT,
  NO_PLACE,
  START_BLOCKED,
} from '../surface.gen.ts';

/** The words for each status of a surface, in order: `SURFACE_STATUS_NAMES[status]`. */
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
