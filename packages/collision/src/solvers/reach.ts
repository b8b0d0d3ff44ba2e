/** A radius of neighbours as it counts: in f32, and at least 2^-48, twice LEAST_RADIUS. */
export const reachOf = (radius: number): number => Math.max(Math.fround(radius), 2 ** -48);
