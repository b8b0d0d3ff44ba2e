import { createNavMesh, createPolyanya } from '@wayfield/navmesh';
// a hall of 30 by 10 with a block in it
const obstacles = [[4, 2, 8, 2, 8, 8, 4, 8]];
const nav = createNavMesh({ boundary: [0, 0, 30, 0, 30, 10, 0, 10], obstacles });
const mesh = nav;
const solver = createPolyanya(nav);
