// Deno runs the packages as they are: exact any-angle paths and a crowd, with read access alone.
import { createCrowd } from '@wayfield/crowd';
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';

const navMesh = createNavMesh({
  boundary: [0, 0, 20, 0, 20, 10, 0, 10],
  obstacles: [
    [4, 0, 8, 0, 8, 8, 4, 8],
    [12, 2, 16, 2, 16, 10, 12, 10],
  ],
});
const routes = createPolyanya(navMesh).run(buildPointQueries([[1, 1, 19, 9]]));
console.log('path of length', routes.cost[0].toFixed(3)); // path of length 30.443

const crowd = createCrowd({}, { capacity: 2 });
crowd.add({ x: -4, y: 0.05, preferredX: 1.3 });
crowd.add({ x: 4, y: 0, preferredX: -1.3 });
for (let tick = 0; tick < 400; tick++) crowd.step(1 / 60);
console.log('both have passed:', crowd.x[0] > 4 && crowd.x[1] < -4); // both have passed: true
console.log(typeof Deno === 'undefined' ? 'not Deno' : `Deno ${Deno.version.deno}`);
