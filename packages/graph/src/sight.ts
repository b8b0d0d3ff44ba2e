export { lineOfSight, lineOfSightAlong, lineOfSightXY } from './sight/line-of-sight.ts';
export { smoothPath, smoothPaths, type SmoothOptions } from './sight/smooth.ts';
