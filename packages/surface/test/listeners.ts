// Counts who follows a mesh, for tests of what is left behind.
import type { NavMesh } from '@wayfield/triangulation';

/** The mesh, and the number of its listeners from now on. */
export function countListeners(mesh: NavMesh): { nav: NavMesh; count(): number } {
  let listeners = 0;
  const nav: NavMesh = Object.assign(Object.create(mesh) as NavMesh, {
    follow(listener: (triangles: readonly number[]) => void) {
      const stop = mesh.follow(listener);
      let isStopped = false;
      listeners++;
      return () => {
        stop();
        if (!isStopped) listeners--;
        isStopped = true;
      };
    },
  });
  return { nav, count: () => listeners };
}
