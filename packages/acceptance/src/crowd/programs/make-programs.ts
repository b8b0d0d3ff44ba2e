import { MOST_LINES, type Programs } from './types.ts';

/** What is hard about a kind of programs. */
export const KINDS = [
  'random',
  'feasible',
  'parallel',
  'nearly parallel',
  'coincident',
  'tangent to the disc',
  'points far away',
  'infeasible',
] as const;

type Kind = (typeof KINDS)[number];
/** A source of random numbers from 0 to below 1. */
export type Random = () => number;

/** A line to be written: a direction as an angle, and how far the origin is on its wrong side. */
interface Line {
  readonly angle: number;
  /** Violation of the velocity 0: negative where 0 keeps the line. */
  readonly away: number;
  /** How far the line's point is from its foot, along the line. */
  readonly along: number;
}

/** Kind of program k: `KINDS` in turn. */
export const kindOf = (k: number): Kind => KINDS[k % KINDS.length];

/** Makes `count` programs, all kinds in turn, from the next numbers of `random`. */
export function makePrograms(count: number, random: Random): Programs {
  const most = count * MOST_LINES;
  const programs = {
    count,
    first: new Uint32Array(count + 1),
    hard: new Uint8Array(count),
    speed: new Float64Array(count),
    preferredX: new Float64Array(count),
    preferredY: new Float64Array(count),
    pointX: new Float64Array(most),
    pointY: new Float64Array(most),
    directionX: new Float64Array(most),
    directionY: new Float64Array(most),
  };
  for (let k = 0; k < count; k++) {
    // from 0.1 to 10 m/s
    const speed = 0.1 * 100 ** random();
    programs.speed[k] = speed;
    const lines = linesOf(kindOf(k), random);
    programs.hard[k] = Math.min(lines.length, random() < 0.5 ? 0 : Math.floor(4 * random()));
    for (const [i, line] of lines.entries()) write(programs, programs.first[k] + i, line, speed);
    programs.first[k + 1] = programs.first[k] + lines.length;
    prefer(programs, k, random);
  }
  return programs;
}

type Writable = { -readonly [Name in keyof Programs]: Programs[Name] };

function write(programs: Writable, at: number, { angle, away, along }: Line, speed: number): void {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  programs.directionX[at] = dx;
  programs.directionY[at] = dy;
  programs.pointX[at] = speed * (-away * dy + along * dx);
  programs.pointY[at] = speed * (away * dx + along * dy);
}

/**
 * Preferred velocities: inside, on the circle, 0, and on a line's point. None is outside: a crowd
 * shortens preferred velocities to the largest speed.
 */
function prefer(programs: Writable, k: number, random: Random): void {
  const angle = 2 * Math.PI * random();
  const choice = random();
  const share = choice < 0.3 ? 1 : choice < 0.4 ? 0 : random();
  let [x, y] = [share * Math.cos(angle), share * Math.sin(angle)];
  const line = programs.first[k];
  if (choice > 0.95 && line < programs.first[k + 1]) {
    x = programs.pointX[line] / programs.speed[k];
    y = programs.pointY[line] / programs.speed[k];
  }
  // a little shorter than the radius of the circle, since rounding could lead outside
  const shorter = Math.min(1, (1 - 1e-15) / Math.hypot(x, y));
  programs.preferredX[k] = x * shorter * programs.speed[k];
  programs.preferredY[k] = y * shorter * programs.speed[k];
}

const spread = (random: Random): number => 2 * random() - 1;
/** 10 to a power between −`digits` and 0, or exactly 0. */
const tiny = (random: Random, digits: number): number =>
  random() < 0.2 ? 0 : 10 ** (-digits * random()) * (random() < 0.5 ? -1 : 1);

function linesOf(kind: Kind, random: Random): Line[] {
  const count = Math.floor((MOST_LINES + 1) * random());
  const any = (): Line => ({
    angle: 2 * Math.PI * random(),
    away: random() < 0.7 ? -random() : 1.2 * spread(random),
    along: spread(random),
  });
  const lines = Array.from({ length: count }, any);
  switch (kind) {
    case 'random':
      return lines;
    case 'feasible':
      return aroundPoint(lines, random);
    case 'parallel': {
      const angles = [random(), random()].map((share) => 2 * Math.PI * share);
      return lines.map((line) => ({ ...line, angle: angles[random() < 0.7 ? 0 : 1] }));
    }
    case 'nearly parallel': {
      const angle = 2 * Math.PI * random();
      return lines.map((line) => ({
        ...line,
        angle: angle + (random() < 0.3 ? Math.PI : 0) + tiny(random, 16),
      }));
    }
    case 'coincident':
      return lines.map((line, i) => copyOf(line, lines[Math.floor(i * random())], random));
    case 'tangent to the disc':
      return lines.map((line) => ({
        ...line,
        away: (random() < 0.6 ? -1 : 1) * (1 + tiny(random, 16) * 0.1),
      }));
    case 'points far away':
      return lines.map((line) => ({ ...line, along: spread(random) * 10 ** (7 * random()) }));
    case 'infeasible':
      return lines.map((line) => ({ ...line, away: 0.6 * random() }));
  }
}

/** Lines that one velocity of the disc keeps; about a third of them pass through it. */
function aroundPoint(lines: readonly Line[], random: Random): Line[] {
  const [angle, radius] = [2 * Math.PI * random(), Math.sqrt(random())];
  const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
  return lines.map((line) => {
    // violation of 0 where (x, y) is on the line
    const on = Math.cos(line.angle) * -y + Math.sin(line.angle) * x;
    return { ...line, away: on - (random() < 0.3 ? 0 : 0.5 * random()) };
  });
}

/**
 * `line` itself, or `other` once more: reversed, unchanged, or moved a little sideways, with the
 * `along` of `line`.
 */
function copyOf(line: Line, other: Line, random: Random): Line {
  const choice = random();
  if (choice < 0.4) return line;
  const along = line.along;
  if (choice < 0.6) return { angle: other.angle + Math.PI, away: -other.away, along };
  if (choice < 0.8) return { ...other, along };
  return { ...other, away: other.away + tiny(random, 16), along };
}
