export { profileAnyTime } from './conditions/any-time.ts';
export { hasConditions, speedsAt, type SpeedsAtOptions } from './conditions/speeds-at.ts';
export { type ConditionOptions, profileAt } from './conditions/profile-at.ts';
export { localTime } from './conditions/time-zone.ts';
