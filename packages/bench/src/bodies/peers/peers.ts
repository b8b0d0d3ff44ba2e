// Other libraries, each used as its documentation says. For every state the index is filled again,
// or the world stepped, and then asked about each body. Circles in 2D only.
import { packageVersion } from '../../report/machine.ts';
import type { Finder, FinderMaker } from '../measure/finders.ts';
import type { Circles } from '../measure/worlds.ts';
import { loadQuadtree } from './quadtree.ts';

/** A library that can take part. */
export interface CollisionPeer {
  readonly name: string;
  /** The packages that it needs. */
  readonly packages: readonly string[];
  /** The most bodies; more would take the library minutes or gigabytes. */
  readonly most: number;
  readonly make: FinderMaker;
}

/** The installed peers, all or those of these names; and the missing and unknown ones. */
export function choosePeers(
  names: true | readonly string[] | undefined,
  versionOf: (name: string) => string | undefined = packageVersion,
): { peers: CollisionPeer[]; missing: string[]; unknown: string[] } {
  if (names === undefined) return { peers: [], missing: [], unknown: [] };
  const known = COLLISION_PEERS.map(({ name }) => name);
  const unknown = names === true ? [] : names.filter((name) => !known.includes(name));
  const asked = COLLISION_PEERS.filter(({ name }) => names === true || names.includes(name));
  const there = (peer: CollisionPeer): boolean =>
    peer.packages.every((name) => versionOf(name) !== undefined);
  const missing = asked.filter((peer) => !there(peer)).map(({ name }) => name);
  return { peers: asked.filter(there), missing, unknown };
}

/** The pairs of a peer, each with the exact test of circles in doubles. */
interface PairSink {
  readonly slots: Int32Array;
  count: number;
  /** Adds a pair if it touches. */
  meet(i: number, j: number): void;
  /** Adds a pair that touches. */
  add(i: number, j: number): void;
}

function createSink(): PairSink & { start(circles: Circles): void } {
  let { x, y, radius } = NONE;
  let slots = new Int32Array(0);
  const sink = {
    get slots() {
      return slots;
    },
    count: 0,
    start(circles: Circles) {
      ({ x, y, radius } = circles);
      sink.count = 0;
    },
    add(i: number, j: number) {
      const o = 2 * sink.count++;
      if (o + 2 > slots.length) {
        const larger = new Int32Array(Math.max(1024, 2 * slots.length));
        larger.set(slots);
        slots = larger;
      }
      slots[o] = i;
      slots[o + 1] = j;
    },
    meet(i: number, j: number) {
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      const s = radius[i] + radius[j];
      if (dx * dx + dy * dy <= s * s) sink.add(i, j);
    },
  };
  return sink;
}

const NONE: Circles = {
  count: 0,
  x: new Float32Array(0),
  y: new Float32Array(0),
  radius: new Float32Array(0),
};

/** Makes a peer from a function of a state and a sink. */
function finder(
  name: string,
  run: (circles: Circles, sink: PairSink) => void,
  destroy: () => void = () => {},
): Finder {
  const sink = createSink();
  let state = NONE;
  return {
    name,
    group: 'peer',
    threads: 1,
    load: (circles) => void (state = circles),
    find() {
      sink.start(state);
      run(state, sink);
      return { count: sink.count, slots: sink.slots };
    },
    destroy,
  };
}

async function kdbush({ radius }: Circles): Promise<Finder> {
  const { default: KDBush } = await import('kdbush');
  const largest = radius.reduce((a, b) => Math.max(a, b), 0);
  return finder('kdbush', ({ count, x, y, radius: r }, sink) => {
    const index = new KDBush(count);
    for (let i = 0; i < count; i++) index.add(x[i], y[i]);
    index.finish();
    for (let i = 0; i < count; i++) {
      for (const j of index.within(x[i], y[i], r[i] + largest)) if (j > i) sink.meet(i, j);
    }
  });
}

async function flatbush(): Promise<Finder> {
  const { default: Flatbush } = await import('flatbush');
  return finder('flatbush', ({ count, x, y, radius: r }, sink) => {
    const index = new Flatbush(count);
    for (let i = 0; i < count; i++) index.add(x[i] - r[i], y[i] - r[i], x[i] + r[i], y[i] + r[i]);
    index.finish();
    for (let i = 0; i < count; i++) {
      const around = index.search(x[i] - r[i], y[i] - r[i], x[i] + r[i], y[i] + r[i]);
      for (const j of around) if (j > i) sink.meet(i, j);
    }
  });
}

interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  readonly slot: number;
}

async function rbush({ count: size }: Circles): Promise<Finder> {
  const { default: RBush } = await import('rbush');
  const box = (_: unknown, slot: number): Box => ({ minX: 0, minY: 0, maxX: 0, maxY: 0, slot });
  const boxes = Array.from({ length: size }, box);
  return finder('rbush', ({ x, y, radius: r }, sink) => {
    for (const each of boxes) {
      const { slot: i } = each;
      each.minX = x[i] - r[i];
      each.minY = y[i] - r[i];
      each.maxX = x[i] + r[i];
      each.maxY = y[i] + r[i];
    }
    const tree = new RBush<Box>();
    tree.load(boxes);
    for (const each of boxes) {
      for (const { slot } of tree.search(each)) if (slot > each.slot) sink.meet(each.slot, slot);
    }
  });
}

async function quadtree(): Promise<Finder> {
  const Tree = await loadQuadtree();
  return finder('quadtree', ({ count, x, y, radius: r }, sink) => {
    const tree = new Tree(count);
    for (let i = 0; i < count; i++) tree.add(x[i] - r[i], y[i] - r[i], x[i] + r[i], y[i] + r[i]);
    tree.finish();
    for (let i = 0; i < count; i++) {
      const around = tree.search(x[i] - r[i], y[i] - r[i], x[i] + r[i], y[i] + r[i]);
      for (const j of around) if (j > i) sink.meet(i, j);
    }
  });
}

async function check2d({ count: size, x: x0, y: y0, radius: r0 }: Circles): Promise<Finder> {
  const { System } = await import('check2d');
  const system = new System();
  const slotOf = new Map<unknown, number>();
  const bodies = Array.from({ length: size }, (_, i) => {
    const body = system.createCircle({ x: x0[i], y: y0[i] }, r0[i]);
    slotOf.set(body, i);
    return body;
  });
  return finder('check2d', ({ x, y }, sink) => {
    bodies.forEach((body, i) => body.setPosition(x[i], y[i]));
    for (let i = 0; i < size; i++) {
      system.checkOne(bodies[i], ({ b }) => {
        const j = slotOf.get(b)!;
        if (j > i) sink.add(i, j);
      });
    }
  });
}

async function rapier({ count: size, x: x0, y: y0, radius: r0 }: Circles): Promise<Finder> {
  const { default: RAPIER } = await import('@dimforge/rapier2d-compat');
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: 0 });
  const slotOf = new Map<number, number>();
  const bodies = Array.from({ length: size }, (_, i) => {
    const at = RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x0[i], y0[i]);
    const body = world.createRigidBody(at);
    const ball = RAPIER.ColliderDesc.ball(r0[i])
      .setSensor(true)
      .setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL);
    const collider = world.createCollider(ball, body);
    slotOf.set(collider.handle, i);
    return { body, collider };
  });
  const run = ({ x, y }: Circles, sink: PairSink): void => {
    bodies.forEach(({ body }, i) => body.setTranslation({ x: x[i], y: y[i] }, false));
    world.step();
    for (let i = 0; i < size; i++) {
      world.intersectionPairsWith(bodies[i].collider, (other) => {
        const j = slotOf.get(other.handle)!;
        if (j > i) sink.add(i, j);
      });
    }
  };
  return finder('rapier', run, () => world.free());
}

/** The libraries, fastest first. */
export const COLLISION_PEERS: readonly CollisionPeer[] = [
  { name: 'kdbush', packages: ['kdbush'], most: 1e7, make: kdbush },
  { name: 'flatbush', packages: ['flatbush'], most: 1e7, make: flatbush },
  { name: 'rbush', packages: ['rbush'], most: 2e6, make: rbush },
  { name: 'quadtree', packages: ['d3-quadtree'], most: 1e6, make: quadtree },
  { name: 'check2d', packages: ['check2d'], most: 2e5, make: check2d },
  { name: 'rapier', packages: ['@dimforge/rapier2d-compat'], most: 2e5, make: rapier },
];
