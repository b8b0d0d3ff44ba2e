import { CROWD } from './crowd/crowd.ts';
import { GRID } from './grid/grid.ts';
import { ROADS } from './roads/roads.ts';
import type { SceneKind } from './scene.ts';

/** All scenes, the first of them is what a newcomer sees. */
export const SCENES: readonly SceneKind[] = [CROWD, GRID, ROADS];
