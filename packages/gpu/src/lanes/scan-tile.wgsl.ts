// Exclusive prefix sums over the PER_LANE values that every invocation of a workgroup holds; goes
// after teamsWgsl(…, ADD_U32) and `const PER_LANE`.
//
//   slot(k)             the place of this invocation's value k in the order of the scan
//   scanTile(&values)   turns values into the sums of all before them, returns the sum of all
//
// The order is chosen for loads that coalesce: subgroups own contiguous runs and walk them side by
// side; without subgroups an invocation owns PER_LANE neighbours.

const subgroupScan = /* wgsl */ `
// two halves in turn: a tile may write its own while slow readers are still in the one before
var<workgroup> teamSum: array<u32, 2 * (WG / MIN_TEAM)>;
var<private> turn: u32;

fn slot(k: u32) -> u32 { return (teamIndex * PER_LANE + k) * teamSize + lane; }

fn scanTile(values: ptr<function, array<u32, PER_LANE>>) -> u32 {
  var sum = 0u;
  for (var k = 0u; k < PER_LANE; k++) {
    let v = (*values)[k];
    let upTo = subgroupInclusiveAdd(v);
    (*values)[k] = sum + upTo - v;
    sum += subgroupShuffle(upTo, teamSize - 1u);
  }
  let half = turn * (WG / MIN_TEAM);
  turn = 1u - turn;
  if (lane == 0u) { teamSum[half + teamIndex] = sum; }
  workgroupBarrier(); // publishes this half of teamSum
  var before = 0u;
  var all = 0u;
  for (var t = 0u; t < WG / teamSize; t++) {
    let s = teamSum[half + t];
    before += select(0u, s, t < teamIndex);
    all += s;
  }
  for (var k = 0u; k < PER_LANE; k++) { (*values)[k] += before; }
  return all;
}
`;

const portableScan = /* wgsl */ `
fn slot(k: u32) -> u32 { return me * PER_LANE + k; }

fn scanTile(values: ptr<function, array<u32, PER_LANE>>) -> u32 {
  var sum = 0u;
  for (var k = 0u; k < PER_LANE; k++) {
    let v = (*values)[k];
    (*values)[k] = sum;
    sum += v;
  }
  cell[me] = sum;
  workgroupBarrier(); // publishes cell
  if (me < WG / RAKE) {
    var running = 0u;
    for (var r = 0u; r < RAKE; r++) {
      let v = cell[me * RAKE + r];
      cell[me * RAKE + r] = running;
      running += v;
    }
    row[me] = running;
  }
  // publishes row and the sums in cell; the next tile writes only one's own cell before its barrier
  workgroupBarrier();
  var before = cell[me];
  var all = 0u;
  for (var r = 0u; r < WG / RAKE; r++) {
    before += select(0u, row[r], r < me / RAKE);
    all += row[r];
  }
  for (var k = 0u; k < PER_LANE; k++) { (*values)[k] += before; }
  return all;
}
`;

export function scanTileWgsl(subgroups: boolean): string {
  return subgroups ? subgroupScan : portableScan;
}
