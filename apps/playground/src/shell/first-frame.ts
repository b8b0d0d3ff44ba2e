// When the page drew a scene for the first time, as `performance.now` counts.
let first: number | undefined;

export const firstFrame = (): number | undefined => first;

export function noteFrame(): void {
  first ??= performance.now();
}
