// The people of a recording once more, moved by the crowd: each begins when and where it was first
// seen, with the velocity it had, and heads for where the site says.
import { createCrowd } from '@wayfield/crowd';
import { createPathGuide, sightOfSurface } from '@wayfield/crowd/guides';
import { createNavMesh } from '@wayfield/navmesh';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { createSurface } from '@wayfield/surface';
import { randomNumbers } from '../../movement/random-numbers.ts';
import { PEDESTRIAN } from '../scenes/scene.ts';
import { FASTEST, SLOWEST } from '../scenes/vary.ts';
import { wallsOf } from '../scenes/walls-of.ts';
import type { Person, Recording } from './recording.ts';
import type { Site } from './sites.ts';

/** What differs from one repeated run to another. */
export interface Draw {
  readonly seed: number;
  /** Of every person, in metres. */
  readonly radius: number;
  /** Headway of the crowd in seconds; 0: none. */
  readonly headway: number;
}

/** Seconds after the last person came, after which those that are not out count as stuck. */
const PATIENCE = 200;

/** A recording of the crowd, and how many of its people did not get out. */
export interface Repeated extends Recording {
  readonly stuck: number;
}

export function repeat(site: Site, { rate, people }: Recording, draw: Draw): Repeated {
  const { radius, headway } = draw;
  const crowd = createCrowd(
    { walls: wallsOf(site.obstacles) },
    { capacity: people.length, headway, defaults: { ...PEDESTRIAN, radius } },
  );
  const { minX, minY, maxX, maxY } = site.ground;
  const mesh = createNavMesh({
    obstacles: site.obstacles,
    boundary: [minX, minY, maxX, minY, maxX, maxY, minX, maxY],
  });
  const search = createDiscSearch(mesh);
  const guide = createPathGuide(crowd, {
    sees: sightOfSurface(createSurface(mesh)),
    plan: (requests) => search.run(requests, { radius, nearest: 'source' }),
    plansPerUpdate: 64,
  });
  crowd.follow(guide);
  const random = randomNumbers(draw.seed);
  const moved = people.map(({ from }) => ({ from, x: [] as number[], y: [] as number[] }));
  /** Ids by person; -1: not come yet, or out. */
  const ids = people.map(() => -1);
  const lastFrame = people[people.length - 1].from + PATIENCE * rate;
  let [next, frame] = [0, people[0].from];
  for (; frame < lastFrame && (next < people.length || crowd.count > 0); frame++) {
    for (; next < people.length && people[next].from <= frame; next++) {
      ids[next] = crowd.add(startOf(site, people[next], { rate, radius }));
      const { x, y } = site.goalOf(people[next]);
      guide.seek(ids[next], x, y, SLOWEST + (FASTEST - SLOWEST) * random());
    }
    for (const [i, id] of ids.entries()) {
      if (id < 0) continue;
      const slot = crowd.slotOf(id);
      const [x, y] = [crowd.positionX[slot], crowd.positionY[slot]];
      moved[i].x.push(x);
      moved[i].y.push(y);
      if (!site.isOut(people[i], x, y)) continue;
      crowd.remove(id);
      ids[i] = -1;
    }
    crowd.step(1 / rate);
  }
  const stuck = crowd.count;
  search.destroy();
  crowd.destroy();
  return { rate, people: moved, stuck };
}

/** Where a person begins: the first place, moved off the walls. */
function startOf(
  { walk }: Site,
  { x, y }: Person,
  { rate, radius }: { readonly rate: number; readonly radius: number },
): { x: number; y: number; velocityX: number; velocityY: number } {
  const frames = Math.min(5, x.length - 1);
  const within = (at: number, low: number, high: number): number =>
    Math.max(low + radius, Math.min(high - radius, at));
  const [vx, vy] = [x[frames] - x[0], y[frames] - y[0]].map((way) => (way * rate) / frames);
  const most = Math.min(1, PEDESTRIAN.maxSpeed / (Math.hypot(vx, vy) || 1));
  return {
    x: within(x[0], walk.minX, walk.maxX),
    y: within(y[0], walk.minY, walk.maxY),
    velocityX: vx * most * 0.999,
    velocityY: vy * most * 0.999,
  };
}
