// Ranks the keys of a tile by one digit, stably (multisplit after Ashkiani et al. 2016; the match
// by ballots as in Adinets & Merrill, "Onesweep", 2022). The order within a tile is team, item,
// lane. Every team counts its digits in a table of its own. The rank of an item is the team's count
// so far plus the number of lower lanes of the team that hold the same digit.
//
//   scratch[team * DIGITS + digit]   counts, later the first place of the team's run of that digit
//   (portable) then two tables of masks of the same size, used in turn: the masks of one item are
//   cleared while those of the next are written

/**
 * Bits of a digit, and the number of digits. All tables of the sort follow from it; a wider digit
 * takes fewer passes and more workgroup memory (`scratchWords` in sort.ts).
 */
export const DIGIT_BITS = 8;
export const DIGITS: number = 2 ** DIGIT_BITS;

const tables = /* wgsl */ `
override SCRATCH: u32 = 8192; // words: the larger of the team tables and the tile
var<workgroup> scratch: array<atomic<u32>, SCRATCH>;
`;

const common = /* wgsl */ `
const DIGITS = ${DIGITS}u;
override TILE: u32 = WG * ITEMS;

// the place in its tile of this invocation's item i
fn itemPlace(i: u32) -> u32 { return (teamIndex * ITEMS + i) * teamSize + lane; }

fn digitOf(key: u32, shift: u32, mask: u32) -> u32 { return (key >> shift) & mask; }

// the place in the tile, sorted by the digit, of each of this invocation's keys
fn rankTile(keys: ptr<function, array<u32, ITEMS>>, shift: u32, mask: u32) -> array<u32, ITEMS> {
  let teams = WG / teamSize;
  for (var t = me; t < teams * TEAM_TABLES * DIGITS; t += WG) { atomicStore(&scratch[t], 0u); }
  workgroupBarrier(); // publishes the empty tables

  var place: array<u32, ITEMS>;
  let all = allLanes();
  for (var i = 0u; i < ITEMS; i++) {
    place[i] = rankInTeam(digitOf((*keys)[i], shift, mask), i, all);
  }
  workgroupBarrier(); // publishes the counts of all teams

  // the run of a digit starts after the runs of all lower digits
  var starts: array<u32, PER_INVOCATION>;
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    var count = 0u;
    if (digit < DIGITS) {
      for (var t = 0u; t < teams; t++) { count += atomicLoad(&scratch[t * DIGITS + digit]); }
    }
    starts[k] = count;
  }
  _ = scanTile(&starts);
  // within the run of a digit, the keys of team 0 come first, then those of team 1, and so on
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let digit = placeOf(k);
    if (digit < DIGITS) {
      var next = starts[k];
      for (var t = 0u; t < teams; t++) {
        let count = atomicLoad(&scratch[t * DIGITS + digit]);
        atomicStore(&scratch[t * DIGITS + digit], next);
        next += count;
      }
    }
  }
  workgroupBarrier(); // publishes the starts of the teams' runs

  for (var i = 0u; i < ITEMS; i++) {
    let digit = digitOf((*keys)[i], shift, mask);
    place[i] += atomicLoad(&scratch[teamIndex * DIGITS + digit]);
  }
  workgroupBarrier(); // scratch is free for the exchange
  return place;
}
`;

/** Lanes of a subgroup with the same digit, as a mask of 32 bits or of up to 128 bits. */
const narrowMask = /* wgsl */ `
alias Mask = u32;
fn ballot(bit: bool) -> Mask { return subgroupBallot(bit).x; }
fn lanesBelow() -> Mask { return (1u << lane) - 1u; }
fn countLanes(m: Mask) -> u32 { return countOneBits(m); }
// not by firstTrailingBit, for which Tint writes 25 instructions
fn lowestBit(m: u32) -> u32 { return countOneBits((m & (0u - m)) - 1u); }
fn firstLane(m: Mask) -> u32 { return lowestBit(m); }
`;
const wideMask = /* wgsl */ `
alias Mask = vec4u;
fn ballot(bit: bool) -> Mask { return subgroupBallot(bit); }
fn lanesBelow() -> Mask {
  let word = vec4u(0u, 32u, 64u, 96u);
  let part = (vec4u(1u) << (vec4u(lane) & vec4u(31u))) - vec4u(1u);
  let below = select(vec4u(0u), part, vec4u(lane) >= word);
  return select(below, vec4u(0xffffffffu), vec4u(lane) >= word + 32u);
}
fn countLanes(m: Mask) -> u32 {
  let c = countOneBits(m);
  return c.x + c.y + c.z + c.w;
}
fn lowestBit(m: u32) -> u32 { return countOneBits((m & (0u - m)) - 1u); }
fn firstLane(m: Mask) -> u32 {
  if (m.x != 0u) { return lowestBit(m.x); }
  if (m.y != 0u) { return 32u + lowestBit(m.y); }
  if (m.z != 0u) { return 64u + lowestBit(m.z); }
  return 96u + lowestBit(m.w);
}
`;
/** Lines of `rankInTeam` that narrow `same` to the lanes with the same digit, bit by bit. */
const AGREE = Array.from(
  { length: DIGIT_BITS },
  (_, b) => `  same = agree(same, (digit & ${2 ** b}u) != 0u);`,
).join('\n');

const subgroupRank = /* wgsl */ `
const TEAM_TABLES = 1u;
fn allLanes() -> Mask { return ballot(true); }
// the lanes of \`same\` whose bit is this lane's: the ballot, or where this bit is 0 its complement
fn agree(same: Mask, bit: bool) -> Mask {
  let ones = ballot(bit);
  return same & select(~ones, ones, bit);
}
fn rankInTeam(digit: u32, i: u32, all: Mask) -> u32 {
  var same = all;
${AGREE}
  let below = countLanes(same & lanesBelow());
  // The lowest lane adds for all lanes with its digit. The shuffle waits for its result, so this
  // item is counted before the next one.
  var before = 0u;
  if (below == 0u) {
    before = atomicAdd(&scratch[teamIndex * DIGITS + digit], countLanes(same));
  }
  return subgroupShuffle(before, firstLane(same)) + below;
}
`;

const portableRank = /* wgsl */ `
const TEAM_TABLES = 3u;
fn allLanes() -> u32 { return 0xffffffffu; }
fn rankInTeam(digit: u32, i: u32, all: u32) -> u32 {
  let count = teamIndex * DIGITS + digit;
  let masks = (1u + (i & 1u)) * (WG / TEAM) * DIGITS + count;
  atomicOr(&scratch[masks], 1u << lane);
  workgroupBarrier(); // publishes the masks of this item and the counts of those before
  let same = atomicLoad(&scratch[masks]);
  let before = atomicLoad(&scratch[count]);
  let below = countOneBits(same & ((1u << lane) - 1u));
  workgroupBarrier(); // all have read the masks: the lowest lane may count and clear them
  if (below == 0u) {
    atomicStore(&scratch[count], before + countOneBits(same));
    atomicStore(&scratch[masks], 0u);
  }
  return before + below;
}
`;

/** How lanes with the same digit are found: tables, or masks of 32 or of 128 bits. */
export type RankMode = 'portable' | 'narrow' | 'wide';

/** The text of `rankTile`. It must come after teamsWgsl, scanTileWgsl and `const ITEMS`. */
export function rankWgsl(mode: RankMode): string {
  return matchWgsl(mode) + common;
}

/**
 * The text of `rankInTeam`. It must come after teamsWgsl; the text needs `const DIGITS`.
 */
export function matchWgsl(mode: RankMode): string {
  if (mode === 'portable') return tables + portableRank;
  return tables + (mode === 'narrow' ? narrowMask : wideMask) + subgroupRank;
}
