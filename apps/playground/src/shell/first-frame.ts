// The times of `performance.now` at which the page first drew.
let first: number | undefined;
let whole: number | undefined;

/** When it first drew a scene or its early picture. */
export const firstFrame = (): number | undefined => first;

/** When it first drew a complete scene. */
export const firstScene = (): number | undefined => whole;

export function noteFrame(isWhole: boolean): void {
  first ??= performance.now();
  if (isWhole) whole ??= performance.now();
}
