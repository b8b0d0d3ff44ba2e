import { createSurface } from '@wayfield/surface';
import { createNavMesh } from '@wayfield/triangulation';
import { createSurfacePool } from '@wayfield/surface/pool';
// a hall of 30 by 10 with a block in it
const obstacles = [[4, 2, 8, 2, 8, 8, 4, 8]];
const mesh = createNavMesh({ boundary: [0, 0, 30, 0, 30, 10, 0, 10], obstacles });
