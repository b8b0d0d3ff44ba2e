import type { NavMesh } from '../../src/index.ts';

/** The same mesh, and how many follow it by way of that. */
export function countFollowers(nav: NavMesh): [NavMesh, () => number] {
  let count = 0;
  const counted: NavMesh = Object.create(nav, {
    follow: {
      value: (listener: Parameters<NavMesh['follow']>[0]) => {
        const stop = nav.follow(listener);
        count++;
        return () => {
          stop();
          count--;
        };
      },
    },
  });
  return [counted, () => count];
}
