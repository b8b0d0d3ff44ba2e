// Corridors in random worlds: set, moved, made shorter, and mended after a change.
import { type Corridor, createCorridor } from '@wayfield/movement/corridors';
import { freePlace, routeBetween, type Trial } from './mesh-trial.ts';
import { isFree, isSeen, lengthOf, plainPaths, type PlainWorld } from './plain-world.ts';

/** Differences of lengths up to this are rounding. */
const SLACK = 1e-7;

/** Judges one corridor, set again for each case: `set`, `move`, `optimize`, `valid`, `repair`. */
export function judgeCorridors(trial: Trial, cases: number): void {
  const corridor = createCorridor(trial.nav);
  for (let i = 0; i < cases; i++) judgeOne(trial, corridor);
  corridor.destroy();
}

/** Judges a corridor between two places, from `set` to a change of the mesh. */
function judgeOne(trial: Trial, corridor: Corridor): void {
  const { world, paths, judge } = trial;
  const [source, target] = [freePlace(trial), freePlace(trial)];
  const { routes, length } = routeBetween(trial, source, target);
  const says = (what: string): string => `${what}, from ${source} to ${target}`;
  const isSet = corridor.set(routes, 0);
  const gap = Math.abs(corridor.distance() - length);
  judge('corridor set', !(isSet && gap <= SLACK) && says(`off by ${gap}`));
  const wrong = cornersFault(world, corridor, source);
  judge('corridor corners', wrong !== '' && says(wrong));
  let [from, to] = [source, target];
  for (const call of ['move', 'moveTarget'] as const) {
    const end = call === 'move' ? from : to;
    const next = placeInSight(trial, end);
    const status = corridor[call](...next);
    if (call === 'move') from = next;
    else to = next;
    const shortest = lengthOf(paths.path(...from, ...to)!);
    const fault =
      status !== 'kept'
        ? status
        : corridor.distance() < shortest - SLACK
          ? `${corridor.distance()} is less than ${shortest}`
          : cornersFault(world, corridor, from);
    judge(`corridor ${call}`, fault !== '' && says(`${fault}, moved from ${end} to ${next}`));
    if (status !== 'kept') return;
  }
  const before = corridor.distance();
  const isBetter = corridor.optimize();
  const after = corridor.distance();
  const shortest = lengthOf(paths.path(...from, ...to)!);
  const isRight = after >= shortest - SLACK && (isBetter ? after < before : after === before);
  const fault = isRight ? cornersFault(world, corridor, from) : `${before} became ${after}`;
  judge('corridor optimize', fault !== '' && says(fault));
  judgeChange(trial, corridor, from, to);
}

type Place = readonly [number, number];

/** A free place up to 2 away that a straight line leads to. */
function placeInSight(trial: Trial, [x, y]: Place): [number, number] {
  const { world, random } = trial;
  for (;;) {
    const [length, angle] = [2 * random(), 2 * Math.PI * random()];
    const [px, py] = [x + length * Math.cos(angle), y + length * Math.sin(angle)];
    if (isFree(world, px, py) && isSeen(world, x, y, px, py)) return [px, py];
  }
}

/** What is wrong with the next two corners, or with all of them; '' if nothing is. */
function cornersFault(world: PlainWorld, corridor: Corridor, from: Place): string {
  for (const n of [2, 64]) {
    const { count, x, y, hasTarget } = corridor.corners(n);
    let [px, py] = from;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      if (!isSeen(world, px, py, x[i], y[i])) return `corner ${i} of ${n} is not seen`;
      sum += Math.hypot(x[i] - px, y[i] - py);
      [px, py] = [x[i], y[i]];
    }
    if (count === 0) return 'no corners';
    if (!hasTarget && count < n) return `${count} corners without the target`;
    const gap = Math.abs(sum - corridor.distance());
    if (hasTarget && gap > SLACK) return `corners are ${gap} longer than the distance`;
  }
  return '';
}

/**
 * Adds an obstacle. `repair` must succeed exactly where a path exists, and always where the
 * corridor was still valid.
 */
function judgeChange(trial: Trial, corridor: Corridor, from: Place, to: Place): void {
  const { world, nav, random, judge } = trial;
  const square = (): number[] => {
    const size = 0.3 + 2 * random();
    const [x, y] = [(world.side - size) * random(), (world.side - size) * random()];
    return [x, y, x + size, y, x + size, y + size, x, y + size];
  };
  let ring = square();
  const withRing = (): PlainWorld => ({ ...world, obstacles: [...world.obstacles, ring] });
  while (!(isFree(withRing(), ...from) && isFree(withRing(), ...to))) ring = square();
  const changed = withRing();
  const id = nav.add(ring);
  const wasValid = corridor.valid();
  const isMended = corridor.repair();
  const hasPath = plainPaths(changed).path(...from, ...to) !== undefined;
  const fault =
    wasValid && !isMended
      ? 'valid, but not mended'
      : isMended !== hasPath
        ? `mended: ${isMended}, a way: ${hasPath}`
        : isMended
          ? cornersFault(changed, corridor, from)
          : '';
  judge('corridor valid, repair', fault !== '' && `${fault}, from ${from} to ${to}, ${ring}`);
  nav.remove(id);
}
