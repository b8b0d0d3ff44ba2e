export { type ConditionOptions, profileAt } from './conditions/profile-at.ts';
