// A team is a subgroup where the tuning has subgroups, else 32 neighbouring invocations of a
// workgroup, which meet at barriers. Kernels use teams instead of subgroups: one of the two texts
// below goes in front of each kernel.
//
//   teamSize, teamIndex   the team of this invocation, after enterTeam()
//   lane                  the place of this invocation in its team
//   me                    its place in the workgroup: teamIndex * teamSize + lane
//   reduceGroup(v)        combine() over the whole workgroup, the same value for all
//
// The device decides which invocations share a subgroup. Subgroups therefore draw tickets for their
// index, and data is assigned by (teamIndex, lane), never by local_invocation_index.
// Subgroups have to be full: on every known implementation they are, if the workgroup size is a
// multiple of the largest subgroup size.

/**
 * An associative operation: its element type, neutral element, and WGSL for two and for a subgroup.
 */
export interface Reduction {
  readonly type: 'u32' | 'f32';
  readonly identity: string;
  readonly pair: string;
  readonly subgroup: string;
}

/** Sums modulo 2^32. */
export const ADD_U32: Reduction = {
  type: 'u32',
  identity: '0u',
  pair: 'a + b',
  subgroup: 'subgroupAdd(v)',
};

/** The element type and its `combine`. */
function reductionWgsl({ type, identity, pair }: Reduction): string {
  return /* wgsl */ `
alias Value = ${type};
const IDENTITY: Value = ${identity};
fn combine(a: Value, b: Value) -> Value { return ${pair}; }
`;
}

const subgroupTeams = /* wgsl */ `
override WG: u32 = 256;
// the smallest subgroup size of the device: bounds the number of teams
override MIN_TEAM: u32 = 4;

var<private> teamSize: u32;
var<private> teamIndex: u32;
var<private> lane: u32;
var<private> me: u32;
var<workgroup> tickets: atomic<u32>;
var<workgroup> teamValue: array<Value, WG / MIN_TEAM>;

fn enterTeam(local: u32) {
  teamSize = subgroupAdd(1u);
  lane = subgroupExclusiveAdd(1u);
  var ticket = 0u;
  if (lane == 0u) { ticket = atomicAdd(&tickets, 1u); }
  teamIndex = subgroupBroadcastFirst(ticket);
  me = teamIndex * teamSize + lane;
}

fn reduceGroup(v: Value) -> Value {
  let part = reduceTeam(v);
  if (lane == 0u) { teamValue[teamIndex] = part; }
  workgroupBarrier(); // publishes teamValue
  var all = IDENTITY;
  for (var t = 0u; t < WG / teamSize; t++) { all = combine(all, teamValue[t]); }
  workgroupBarrier(); // teamValue may be written again
  return all;
}
`;

/** Invocations of a team without subgroups. */
export const TEAM = 32;
/** Values that one invocation combines alone without subgroups. */
export const RAKE = 16;

const portableTeams = /* wgsl */ `
override WG: u32 = 128;
const TEAM = ${TEAM}u;
// values that one invocation combines alone, one after another: WG / RAKE invocations do so (8 of
// 128), which saves the log2(WG) barriers of a tree
const RAKE = ${RAKE}u;

var<private> teamSize: u32;
var<private> teamIndex: u32;
var<private> lane: u32;
var<private> me: u32;
var<workgroup> cell: array<Value, WG>;
var<workgroup> row: array<Value, WG / RAKE>;

fn enterTeam(local: u32) {
  me = local;
  teamSize = TEAM;
  teamIndex = local / TEAM;
  lane = local % TEAM;
}

fn reduceGroup(v: Value) -> Value {
  cell[me] = v;
  workgroupBarrier(); // publishes cell
  if (me < WG / RAKE) {
    var sum = IDENTITY;
    for (var r = 0u; r < RAKE; r++) { sum = combine(sum, cell[me * RAKE + r]); }
    row[me] = sum;
  }
  workgroupBarrier(); // publishes row
  var all = IDENTITY;
  for (var r = 0u; r < WG / RAKE; r++) { all = combine(all, row[r]); }
  workgroupBarrier(); // cell and row may be written again
  return all;
}
`;

/** The head of a kernel's text: teams, and combine() and reduceGroup() for one reduction. */
export function teamsWgsl(subgroups: boolean, reduction: Reduction): string {
  if (!subgroups) return reductionWgsl(reduction) + portableTeams;
  const team = `fn reduceTeam(v: Value) -> Value { return ${reduction.subgroup}; }\n`;
  return `enable subgroups;\n${reductionWgsl(reduction)}${team}${subgroupTeams}`;
}
