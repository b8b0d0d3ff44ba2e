// The lives of life.ts on the device, an invocation each. The kernels of a tick are, in this order:
// stand; graze and chase; feast and eaten; then, one herd after the other, age, bear and arrive. A
// kernel may read what any invocation of an earlier kernel wrote, such as who stands on a cell.
// `room` is how many places a herd has.
import { CHANCE } from '../chance.ts';
import { ARRIVE, FEW, REGROW } from './life.ts';

export const WORKGROUP = 64;
/** Of cells where no grass grows. */
export const NO_GRASS = 0xffffffff;
/** Words of the counts of a herd. */
export const COUNTS = { alive: 0, born: 1, arrived: 2, starved: 3, caught: 4, words: 5 } as const;

const each = (room: string): string => `var i = id.x; i < ${room}; i += ${WORKGROUP}u * groups.x`;
const kernel = (name: string): string =>
  `@compute @workgroup_size(${WORKGROUP})
fn ${name}(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u)`;

export const LIFE: string = /* wgsl */ `
struct Herd {
  tick: u32,
  width: u32,
  height: u32,
  grave: u32,
  room: u32,       // of this herd
  others: u32,     // of the other one
  kind: u32,       // 0 antelopes, 1 lions
  opens: u32,      // cells at which animals from elsewhere arrive
  first: f32,      // energies: see Diet
  meal: f32,
  full: f32,
  homes: u32,      // cells where grass grows
}
@group(0) @binding(0) var<storage, read> herd: Herd;
@group(0) @binding(1) var<storage, read_write> cell: array<u32>;
@group(0) @binding(2) var<storage, read_write> energy: array<f32>;
// of both herds, see COUNTS
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
// per cell: the tick from which its grass can be eaten
@group(0) @binding(4) var<storage, read_write> ripe: array<u32>;
// per cell: 1 + the highest number of an animal that stands there; the rank of the lowest number of
// one that grazes there
@group(0) @binding(5) var<storage, read_write> standing: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> grazing: array<atomic<u32>>;
// per lion: 1 + the antelope that it chases; per antelope: the rank of the lion that catches it
@group(0) @binding(7) var<storage, read_write> prey: array<u32>;
@group(0) @binding(8) var<storage, read_write> hunter: array<atomic<u32>>;
// per place of the herd: 1 = its animal has young; 1 = no animal lives there; then the lists of
// both and their lengths
@group(0) @binding(9) var<storage, read_write> isParent: array<u32>;
@group(0) @binding(10) var<storage, read_write> isFree: array<u32>;
@group(0) @binding(11) var<storage, read> parents: array<u32>;
@group(0) @binding(12) var<storage, read> places: array<u32>;
@group(0) @binding(13) var<storage, read> lengths: array<u32>;
@group(0) @binding(14) var<storage, read> opens: array<u32>;
@group(0) @binding(15) var<storage, read> homes: array<u32>;
@group(0) @binding(16) var<storage, read_write> tufts: array<u32>;
@group(0) @binding(17) var<storage, read_write> levels: array<u32>;
${CHANCE}
fn count(which: u32, more: u32) { atomicAdd(&counts[${COUNTS.words}u * herd.kind + which], more); }

/** The lower the number, the larger; never 0. */
fn rank(i: u32) -> u32 { return 0xffffffffu - i; }

${kernel('stand')} {
  for (${each('herd.room')}) {
    if (energy[i] <= 0f) { continue; }
    atomicMax(&standing[cell[i]], i + 1u);
    if (energy[i] < herd.full && ripe[cell[i]] <= herd.tick) {
      atomicMax(&grazing[cell[i]], rank(i));
    }
  }
}

${kernel('graze')} {
  for (${each('herd.room')}) {
    if (energy[i] <= 0f || atomicLoad(&grazing[cell[i]]) != rank(i)) { continue; }
    energy[i] += herd.meal;
    ripe[cell[i]] = herd.tick + ${REGROW}u;
  }
}

fn preyBeside(x: u32, y: u32) -> u32 {
  for (var d = 0u; d < 9u; d++) {
    // left of column 0 and above row 0 is far away in u32
    let toX = x + d % 3u - 1u;
    let toY = y + d / 3u - 1u;
    if (toX >= herd.width || toY >= herd.height) { continue; }
    let found = atomicLoad(&standing[toY * herd.width + toX]);
    if (found != 0u) { return found; }
  }
  return 0u;
}

${kernel('chase')} {
  for (${each('herd.room')}) {
    prey[i] = 0u;
    if (energy[i] <= 0f || energy[i] >= herd.full) { continue; }
    let found = preyBeside(cell[i] % herd.width, cell[i] / herd.width);
    prey[i] = found;
    if (found != 0u) { atomicMax(&hunter[found - 1u], rank(i)); }
  }
}

${kernel('feast')} {
  for (${each('herd.room')}) {
    if (prey[i] != 0u && atomicLoad(&hunter[prey[i] - 1u]) == rank(i)) { energy[i] += herd.meal; }
  }
}

fn die(i: u32, how: u32) {
  energy[i] = 0f;
  cell[i] = herd.grave;
  count(${COUNTS.alive}u, 0xffffffffu);
  count(how, 1u);
}

${kernel('eaten')} {
  for (${each('herd.room')}) {
    if (atomicLoad(&hunter[i]) != 0u) { die(i, ${COUNTS.caught}u); }
  }
}

${kernel('age')} {
  for (${each('herd.room')}) {
    if (energy[i] > 0f) {
      energy[i] -= 1f;
      if (energy[i] <= 0f) { die(i, ${COUNTS.starved}u); }
    }
    isParent[i] = select(0u, 1u, energy[i] >= 2f * herd.first - 1f);
    isFree[i] = select(0u, 1u, energy[i] <= 0f);
  }
}

/** The number of births: that of parents, or of free places if there are fewer. */
fn births() -> u32 { return min(lengths[0], lengths[1]); }

${kernel('bear')} {
  for (${each('births()')}) {
    let young = places[i];
    let old = parents[i];
    let half = energy[old] / 2f;
    energy[old] = half;
    energy[young] = half;
    cell[young] = cell[old];
    count(${COUNTS.alive}u, 1u);
    count(${COUNTS.born}u, 1u);
  }
}

@compute @workgroup_size(1)
fn arrive() {
  let alive = atomicLoad(&counts[${COUNTS.words}u * herd.kind]);
  if (herd.tick % ${ARRIVE}u != 0u || alive >= ${FEW}u || births() >= lengths[1]) { return; }
  let place = places[births()];
  energy[place] = herd.first;
  cell[place] = opens[chance(herd.kind, herd.tick) % herd.opens];
  count(${COUNTS.alive}u, 1u);
  count(${COUNTS.arrived}u, 1u);
}

/** Ripe grass is a goal of the scent of grass. Grass that is not ripe is put into the grave. */
${kernel('sow')} {
  for (${each('herd.homes')}) {
    tufts[i] = select(herd.grave, homes[i], ripe[homes[i]] <= herd.tick);
  }
}

/** Four cells of the picture: 0 no grass, from 1 (just eaten) to 255 (ripe). */
${kernel('paint')} {
  let cells = herd.width * herd.height;
  for (${each('(cells + 3u) / 4u')}) {
    var word = 0u;
    for (var b = 0u; b < 4u && 4u * i + b < cells; b++) {
      let since = ripe[4u * i + b];
      if (since == ${NO_GRASS}u) { continue; }
      let left = select(0u, since - herd.tick, since > herd.tick);
      word |= max(1u, 255u - min(255u, left)) << (8u * b);
    }
    levels[i] = word;
  }
}
`;

export type LifeKernel =
  | 'stand'
  | 'graze'
  | 'chase'
  | 'feast'
  | 'eaten'
  | 'age'
  | 'bear'
  | 'arrive'
  | 'sow'
  | 'paint';
