// When the page drew for the first time, as `performance.now` counts.
let first: number | undefined;
let whole: number | undefined;

/** A scene, or what it showed while it was being made. */
export const firstFrame = (): number | undefined => first;

/** A scene that was complete. */
export const firstScene = (): number | undefined => whole;

export function noteFrame(isWhole: boolean): void {
  first ??= performance.now();
  if (isWhole) whole ??= performance.now();
}
