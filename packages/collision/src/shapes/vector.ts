/** x, y and z; z is 0 in two dimensions. */
export type Vector = readonly [number, number, number];
