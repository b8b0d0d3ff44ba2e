// Kilometres per hour, all chosen, that both profiles.ts and agents/speeds.ts have.

/** Roads for cars, by `highway` and by road class. */
export const CAR_ROADS = {
  motorway: 110,
  trunk: 90,
  primary: 70,
  secondary: 60,
  tertiary: 50,
  unclassified: 45,
  residential: 30,
  living_street: 10,
  service: 20,
} as const;

/** A bicycle on most roads. */
export const RIDING = 18;

/** On foot; OSRM has 5 too. */
export const WALKING = 5;
