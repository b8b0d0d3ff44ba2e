/** Seconds and metres of the cheapest routes, as a matrix each. */
export interface Measures {
  /** Row by row, as the costs; `Infinity` = there is no route. */
  readonly seconds: Float32Array;
  readonly metres: Float32Array;
}

/** Some rows of both matrices: as `MatrixRows`, with seconds and metres instead of costs. */
export interface MeasureRows extends Measures {
  readonly first: number;
  readonly count: number;
}
