// A team is the set of invocations that work in step: a subgroup where the device has them, else 32
// neighbours of the workgroup that meet at barriers. Kernels speak of teams only; one of the two
// texts below goes in front of them.
//
//   teamSize, teamIndex, lane   this invocation's team and its place in it, after enterTeam()
//   me                        its place in the workgroup: teamIndex * teamSize + lane
//   reduceGroup(v)              combine() over the whole workgroup, the same value for everyone
//
// Which invocation sits where in a subgroup is up to the device. Subgroups therefore draw tickets for
// their index, and data is assigned by (teamIndex, lane): no assumption on local_invocation_index.
// All subgroups are taken to be full, which workgroup sizes that are multiples of the largest
// subgroup size give on every implementation known.

/** What `combine` is, over which type; see `reduction`. */
export interface Reduction {
  readonly type: 'u32' | 'f32';
  readonly identity: string;
  readonly pair: string;
  readonly subgroup: string;
}

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

const portableTeams = /* wgsl */ `
override WG: u32 = 128;
const TEAM = 32u;
const RAKE = 16u;

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
  workgroupBarrier(); // both may be written again
  return all;
}
`;

/** The head of a kernel's text: teams, and combine() and reduceGroup() for one reduction. */
export function teamsWgsl(subgroups: boolean, reduction: Reduction): string {
  if (!subgroups) return reductionWgsl(reduction) + portableTeams;
  const team = `fn reduceTeam(v: Value) -> Value { return ${reduction.subgroup}; }\n`;
  return `enable subgroups;\n${reductionWgsl(reduction)}${team}${subgroupTeams}`;
}
