export { planTrip, type Trip, type TripOptions } from './trip/plan.ts';
