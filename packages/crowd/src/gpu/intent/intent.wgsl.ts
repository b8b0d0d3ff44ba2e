// What an agent wants in this tick: assembly/intent, with the same operations in f32. Goes after
// agent-lines.wgsl.ts and the bindings of steer.wgsl.ts.

export const intentWgsl: string = /* wgsl */ `
// assembly/intent/times.ts
const HELD_UP = 0.1f;
const SLOW = 0.75f;
const THERE = 0.2f;
const CONE = 0.25f;
const RECOVERY = 1u;
const MOST_LEVEL = 127u;
const SLOWS = 128u;
const MOST_STALL = 32767u;
const LEAST_GRIDLOCK = 32u;
const MOST_GRIDLOCK = 120u;
// assembly/intent/moving.ts
const CONTACT = 1.5f;
const KEPT = 3f;
const CREEP = 0.25f;
const TURN = 0.0009765625f;
const DETOUR = 2.4f;
// assembly/intent/home.ts
const LEAVES = 0.5f;
const ARRIVES = 0.05f;
const PACE = 0.5f;
const SLOWING = 0.5f;
const SIGHT = 4f;
const ASIDE = 4f;
const OVERLAP = 0.99f;

/** The state of an agent, and its intended velocity. */
struct Intent {
  velocity: vec2f,
  // the small angle by which 'steer' turns the velocity, in the numbers of its program
  turned: f32,
  status: u32,
  level: u32,
  slows: u32,
  stall: u32,
  cruise: f32,
  // the agent takes the place where it stands as its home
  stays: bool,
}

/** What an agent knows of itself. */
struct Agent {
  place: u32,
  at: vec4f,
  velocity: vec2f,
  radius: f32,
  priority: f32,
  slot: u32,
  status: u32,
  level: u32,
  speed: f32,
  found: u32,
  preferred: vec2f,
}

fn preferredOf(slot: u32) -> vec2f {
  return vec2f(preferred[slot], preferred[scene.capacity + slot]);
}
fn factsOf(place: u32) -> vec4u { return bitcast<vec4u>(places[2u * scene.capacity + place]); }
fn statusOf(facts: vec4u) -> u32 { return (facts.w >> 16u) & 255u; }
fn levelOf(facts: vec4u) -> u32 { return (facts.w >> 24u) & MOST_LEVEL; }
/** A pseudo-random number from -1 to 1, the same for the same slot and count. */
fn draw(slot: u32, count: u32) -> f32 {
  return f32(bitcast<i32>(mixed(mixed(slot ^ scene.seed) + count))) / 2147483648f;
}

/** Whether a moving agent follows a resting one: assembly/intent/follows.ts. */
fn follows(moving: vec4u, resting: vec4u) -> bool {
  let slows = ((moving.w >> 24u) & SLOWS) != 0u;
  if (statusOf(resting) == IDLE) { return slows; }
  let p = preferredOf(moving.x);
  let q = preferredOf(resting.x);
  let square = p.x * p.x + p.y * p.y;
  let left = q.x * q.x + q.y * q.y;
  if (left < THERE * THERE * square) { return slows; }
  if (slows && levelOf(resting) == 0u) { return true; }
  let along = p.x * q.x + p.y * q.y;
  return along > 0f && along * along > CONE * square * left;
}

/** Which of two agents evades the other one: both, or one alone. */
fn stanceOf(own: vec4u, other: vec4u, priority: f32) -> u32 {
  if (priority >= 1f) { return BOTH; }
  let a = statusOf(own);
  let b = statusOf(other);
  if ((a == IDLE || a == SETTLED) && b == MOVING && follows(other, own)) { return OTHER; }
  if (a == MOVING && (b == IDLE || b == SETTLED) && follows(own, other)) { return SELF; }
  return BOTH;
}

// what 'lookAhead' finds: see the variables of these names in assembly/intent/moving.ts
struct Front { base: u32, chain: u32, touches: bool }

/** Looks for neighbours in contact, and for those in front. */
fn lookAhead(own: Agent, p: vec2f, stall: u32) -> Front {
  var front = Front(MOST_LEVEL, MOST_LEVEL, false);
  let mine = factsOf(own.place);
  let square = p.x * p.x + p.y * p.y;
  let below = select(MOST_LEVEL, own.level, own.status == SETTLED);
  let wedged = stall >= gridlockLevel();
  for (var i = 0u; i < own.found; i++) {
    let j = near[i * scene.capacity + own.place];
    let there = places[j];
    let dx = rounded(apart(there.xz, own.at.xz));
    let dy = rounded(apart(there.yw, own.at.yw));
    let away = dx * dx + dy * dy;
    let radii = own.radius + places[scene.capacity + j].z;
    let reach = select(CONTACT, KEPT, own.status == SETTLED) * radii;
    if (away > reach * reach) { continue; }
    front.touches = true;
    let ahead = dx * p.x + dy * p.y;
    if (ahead <= 0f) { continue; }
    let facts = factsOf(j);
    let status = statusOf(facts);
    let isInFront = ahead * ahead >= CONE * away * square;
    let level = levelOf(facts);
    if (!isInFront && !(wedged && status == SETTLED && level > 0u)) { continue; }
    if (status == MOVING) {
      front.chain = min(front.chain, level);
    } else if (status != RETURNING && level < below && follows(mine, facts)) {
      front.base = min(front.base, level);
      front.chain = 0u;
    }
  }
  return front;
}

/** Intends the velocity p. If there are neighbours, notes a small angle by which p is turned. */
fn turn(own: Agent, p: vec2f, intent: ptr<function, Intent>) {
  (*intent).velocity = p;
  if (own.found > 0u) {
    (*intent).turned = TURN * draw(own.slot, 2u * ((*intent).stall / scene.perSecond));
  }
}

/** In each second of a gridlock, half of the agents intend another direction. */
fn detour(own: Agent, p: vec2f, intent: ptr<function, Intent>) -> bool {
  let number = draw(own.slot, 2u * ((*intent).stall / scene.perSecond) + 1u);
  if (number < 0f) { return false; }
  let t = DETOUR * (2f * number - 1f);
  let cosine = (1f - t * t) / (1f + t * t);
  let sine = (2f * t) / (1f + t * t);
  (*intent).velocity = vec2f(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y);
  return true;
}

/** Intent of an agent with the preferred velocity p: assembly/intent/moving.ts. */
fn intendMoving(own: Agent, p: vec2f, intent: ptr<function, Intent>) {
  let square = p.x * p.x + p.y * p.y;
  let cruise = (*intent).cruise;
  let isSlow = square < SLOW * SLOW * cruise * cruise;
  (*intent).slows = select(0u, SLOWS, isSlow);
  if (own.status == IDLE || own.status == RETURNING) {
    (*intent).level = 0u;
    (*intent).stall = 0u;
  }
  let isHeldUp = own.velocity.x * p.x + own.velocity.y * p.y < HELD_UP * square;
  let hasSettled = own.status == SETTLED && (*intent).level > 0u;
  var front = Front(MOST_LEVEL, MOST_LEVEL, false);
  if (hasSettled || isHeldUp) { front = lookAhead(own, p, (*intent).stall); }
  if (hasSettled) {
    if (front.base < MOST_LEVEL) {
      settle(front.base, intent);
      return;
    }
    (*intent).stall = 0u;
  } else if (isHeldUp) {
    let most = select(MOST_STALL, 2u * scene.perSecond, isSlow);
    (*intent).stall = min((*intent).stall + 1u, most);
    if (front.base < MOST_LEVEL && (*intent).stall >= ((scene.perSecond + 3u) >> 2u)) {
      settle(front.base, intent);
      return;
    }
  } else {
    (*intent).stall -= min((*intent).stall, RECOVERY);
  }
  let stall = (*intent).stall;
  let isStuck = stall >= scene.perSecond || (own.status == SETTLED && stall > 0u);
  if (isSlow && (isStuck || square < THERE * THERE * cruise * cruise)) {
    (*intent).status = SETTLED;
    (*intent).level = 0u;
    let pace = select(CREEP, 1f, square < THERE * THERE * cruise * cruise);
    turn(own, pace * p, intent);
    return;
  }
  let rises = isHeldUp && !hasSettled && front.touches;
  (*intent).level = select(0u, min(1u + min(front.chain, own.level), MOST_LEVEL), rises);
  (*intent).status = MOVING;
  if ((*intent).level >= gridlockLevel() && detour(own, p, intent)) { return; }
  turn(own, p, intent);
}

fn settle(base: u32, intent: ptr<function, Intent>) {
  (*intent).status = SETTLED;
  (*intent).level = base + 1u;
  (*intent).stall = 0u;
}

/** The least level of agents in a gridlock: the ticks of 2 s, from 32 to 120. */
fn gridlockLevel() -> u32 { return max(LEAST_GRIDLOCK, min(2u * scene.perSecond, MOST_GRIDLOCK)); }

/** Shortens the intended velocity, to keep the headway: assembly/intent/headway.ts. */
fn keepHeadway(own: Agent, intent: ptr<function, Intent>) {
  let p = own.preferred;
  let square = p.x * p.x + p.y * p.y;
  // no agent is as far away
  var least = 1e30f;
  for (var i = 0u; i < own.found; i++) {
    let j = near[i * scene.capacity + own.place];
    let there = places[j];
    let dx = rounded(apart(there.xz, own.at.xz));
    let dy = rounded(apart(there.yw, own.at.yw));
    if (dx * p.x + dy * p.y <= 0f) { continue; }
    let radii = own.radius + places[scene.capacity + j].z;
    let beside = p.x * dy - p.y * dx;
    if (beside * beside > radii * radii * square) { continue; }
    let q = preferredOf(factsOf(j).x);
    if (p.x * q.x + p.y * q.y <= 0f || dx * q.x + dy * q.y < 0f) { continue; }
    least = min(least, sqrt(dx * dx + dy * dy) - radii);
  }
  let most = max(0f, least) / scene.headway;
  let speed = min(sqrt(square), own.speed);
  if (most < speed) { (*intent).velocity *= most / speed; }
}

// what 'lookAround' finds: see the variables of these names in assembly/intent/home.ts
struct Around { comes: bool, crowded: bool, aside: vec2f }

/** Looks for moving agents that come near or ask for room, and for overlaps. */
fn lookAround(own: Agent) -> Around {
  var around = Around(false, false, vec2f());
  let asks = min((scene.perSecond + 1u) >> 1u, MOST_GRIDLOCK);
  for (var i = 0u; i < own.found; i++) {
    let j = near[i * scene.capacity + own.place];
    let there = places[j];
    let dx = rounded(apart(own.at.xz, there.xz));
    let dy = rounded(apart(own.at.yw, there.yw));
    let square = dx * dx + dy * dy;
    let radii = own.radius + places[scene.capacity + j].z;
    let facts = factsOf(j);
    if (statusOf(facts) != MOVING) {
      around.crowded = around.crowded || square < OVERLAP * OVERLAP * radii * radii;
      continue;
    }
    if (square > SIGHT * SIGHT * radii * radii) { continue; }
    let p = preferredOf(facts.x);
    if (dx * p.x + dy * p.y <= 0f) { continue; }
    around.comes = true;
    if (levelOf(facts) >= asks) { around.aside += roomFor(facts.x, dx, dy, p, radii); }
  }
  return around;
}

/** The direction away from the path of an agent that asks for room; longer nearer to the path. */
fn roomFor(slot: u32, dx: f32, dy: f32, p: vec2f, radii: f32) -> vec2f {
  let speed = sqrt(p.x * p.x + p.y * p.y);
  if (speed < PACE * traitOf(slot, 1u)) { return vec2f(); }
  let beside = (p.x * dy - p.y * dx) / speed;
  let share = 1f - abs(beside) / (ASIDE * radii);
  if (share <= 0f) { return vec2f(); }
  let even = (mixed(mixed(slot ^ scene.seed)) & 1u) == 0u;
  let left = select(beside > 0f, even, beside == 0f);
  let by = select(-share, share, left) / speed;
  return vec2f(-by * p.y, by * p.x);
}

/** Intent of an agent without preferred velocity: assembly/intent/home.ts. */
fn intendIdle(own: Agent, intent: ptr<function, Intent>) {
  let home = vec4f(
    bitcast<f32>(rest[5u * own.slot]),
    bitcast<f32>(rest[5u * own.slot + 1u]),
    bitcast<f32>(rest[5u * own.slot + 2u]),
    bitcast<f32>(rest[5u * own.slot + 3u]),
  );
  var h = vec2f(rounded(apart(home.xz, own.at.xz)), rounded(apart(home.yw, own.at.yw)));
  (*intent).level = 0u;
  let around = lookAround(own);
  if (own.status == MOVING || own.status == SETTLED || around.crowded) {
    stay(intent);
    h = vec2f();
  }
  let away = h.x * h.x + h.y * h.y;
  let least = own.radius * select(LEAVES, ARRIVES, own.status == RETURNING);
  (*intent).status = select(IDLE, RETURNING, away > least * least);
  let aside = around.aside.x * around.aside.x + around.aside.y * around.aside.y;
  if (aside > 0f && own.priority < 1f) {
    (*intent).velocity = PACE * own.speed / max(1f, sqrt(aside)) * around.aside;
    return;
  }
  if ((*intent).status == IDLE) { (*intent).stall = 0u; }
  if ((*intent).status == IDLE || around.comes) { return; }
  let distance = sqrt(away);
  let pace = min(PACE * own.speed, min(distance / SLOWING, distance / scene.dt)) / distance;
  let w = pace * h;
  let progress = own.velocity.x * w.x + own.velocity.y * w.y;
  if (progress >= HELD_UP * (w.x * w.x + w.y * w.y)) {
    (*intent).stall -= min((*intent).stall, RECOVERY);
  } else {
    (*intent).stall = min((*intent).stall + 1u, MOST_STALL);
    if ((*intent).stall >= 2u * scene.perSecond) {
      stay(intent);
      return;
    }
  }
  (*intent).velocity = w;
}

fn stay(intent: ptr<function, Intent>) {
  (*intent).stays = true;
  (*intent).status = IDLE;
  (*intent).stall = 0u;
}

fn intend(own: Agent) -> Intent {
  let state = rest[5u * own.slot + 4u];
  var intent = Intent(vec2f(), 0f, own.status, own.level, 0u, state >> 16u, 0f, false);
  var p = own.preferred;
  if (p.x == 0f && p.y == 0f) {
    intendIdle(own, &intent);
    return intent;
  }
  let square = p.x * p.x + p.y * p.y;
  if (square > own.speed * own.speed) { p *= own.speed / sqrt(square); }
  // for idle agents this word is a part of their home
  let hasCruise = own.status == MOVING || own.status == SETTLED;
  let before = select(0f, bitcast<f32>(rest[5u * own.slot]), hasCruise);
  let forgetting = 1f - 1f / (16f * f32(scene.perSecond));
  let kept = select(forgetting * before, before, own.status == SETTLED);
  intent.cruise = max(kept, sqrt(p.x * p.x + p.y * p.y));
  intendMoving(own, p, &intent);
  // in a gridlock every agent has an agent ahead: if they kept a headway, none would move
  let isStuck = intent.level >= gridlockLevel();
  if (scene.headway > 0f && intent.status == MOVING && !isStuck) { keepHeadway(own, &intent); }
  return intent;
}
`;
