// The part of the world that is drawn.

/** A rectangle of the world, in the scene's units. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The camera as drawing needs it: in pixels of the canvas, which has `ratio` of them per pixel of
 * the page.
 */
export interface View {
  readonly centreX: number;
  readonly centreY: number;
  /** Pixels of the canvas per world unit. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}
