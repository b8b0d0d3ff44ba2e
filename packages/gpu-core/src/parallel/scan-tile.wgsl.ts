// Exclusive prefix sums over the PER_INVOCATION values that each invocation of a workgroup holds.
// The text must come after teamsWgsl(…, ADD_U32) and `const PER_INVOCATION`. The values are sums of
// quads in a scan, counts of digits in a sort.
//
//   placeOf(k)          the place of this invocation's value k in the order of the scan
//   scanTile(&values)   turns each value into the sum of all values before it; returns
//                       the sum of all values
//
// With subgroups the order makes loads coalesce: a subgroup has a contiguous run of places, and for
// each k its invocations have neighbouring ones. Without subgroups each invocation has a contiguous
// run of PER_INVOCATION places.

const subgroupScan = /* wgsl */ `
// two halves in turn: while slow subgroups read the half of one tile, others write that of the next
var<workgroup> teamSum: array<u32, 2 * (WG / MIN_TEAM)>;
var<private> turn: u32;

fn placeOf(k: u32) -> u32 { return (teamIndex * PER_INVOCATION + k) * teamSize + lane; }

fn scanTile(values: ptr<function, array<u32, PER_INVOCATION>>) -> u32 {
  var sum = 0u;
  for (var k = 0u; k < PER_INVOCATION; k++) {
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
  for (var k = 0u; k < PER_INVOCATION; k++) { (*values)[k] += before; }
  return all;
}
`;

const portableScan = /* wgsl */ `
fn placeOf(k: u32) -> u32 { return me * PER_INVOCATION + k; }

fn scanTile(values: ptr<function, array<u32, PER_INVOCATION>>) -> u32 {
  var sum = 0u;
  for (var k = 0u; k < PER_INVOCATION; k++) {
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
  // publishes row and cell; before its first barrier the next tile writes only cell[me]
  workgroupBarrier();
  var before = cell[me];
  var all = 0u;
  for (var r = 0u; r < WG / RAKE; r++) {
    before += select(0u, row[r], r < me / RAKE);
    all += row[r];
  }
  for (var k = 0u; k < PER_INVOCATION; k++) { (*values)[k] += before; }
  return all;
}
`;

/** The text with or without subgroup operations. */
export function scanTileWgsl(subgroups: boolean): string {
  return subgroups ? subgroupScan : portableScan;
}
