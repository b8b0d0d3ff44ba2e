// The tower defence in WebAssembly: the solver on the page. The worker computes the next tick while
// this one is shown.
import { connect } from '../../common/rpc.ts';
import { copyInTurns, spare } from '../../draw/spares.ts';
import type { Discs } from '../../draw/surface.ts';
import { createAhead } from '../ahead.ts';
import type { TickReport } from '../scene.ts';
import type { Answer, Field, TowersOptions } from './game.ts';
import type { towerFunctions } from './on-cpu.ts';

type Tick = Awaited<ReturnType<typeof towerFunctions.tick>>;

/** Colours of creeps: creep k has colour k modulo their number. */
const COLOURS = 5;

export interface TowersSolver {
  readonly discs: Discs;
  readonly field: Field;
  readonly arrived: number;
  tick(count: number): Promise<TickReport>;
  /** Builds towers in these cells, or removes them. `field` is then that of the answer. */
  change(cells: readonly number[], isTower: boolean): Promise<Answer>;
  /** x, y and radius of all creeps, as they are shown. */
  snapshot(): Promise<{ x: Float32Array; y: Float32Array; radius: Float32Array }>;
  destroy(): void;
}

export async function createTowersSolver(options: TowersOptions): Promise<TowersSolver> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof towerFunctions>(worker);
  let begun: Awaited<ReturnType<typeof calls.begin>>;
  try {
    begun = await calls.begin(options);
  } catch (error) {
    end();
    throw error;
  }
  const { creeps: count } = options;
  const data = new Float32Array(3 * count);
  const discs = {
    count,
    data,
    first: { x: 0, y: count, radius: 2 * count },
    touches: Uint32Array.from({ length: count }, (_, k) => k % COLOURS),
    firstTouch: 0,
    version: 0,
  };
  let { field } = begun;
  let arrived = 0;
  const ahead = createAhead<Tick>((times) => calls.tick(times));
  /** Resolves when the arrays hold all of the newest tick. */
  let showing = show(begun.data);
  await showing;

  async function show(now: Float32Array): Promise<void> {
    await copyInTurns(data, now);
    discs.version++;
    spare(data, discs.version, now);
  }

  return {
    discs: discs as Discs,
    get field() {
      return field;
    },
    get arrived() {
      return arrived;
    },
    async tick(times) {
      // the ticks of the last `ask`, fewer or more than `times`: the player counts them
      const { count: done, tick } = await ahead.take(times);
      ahead.ask(times);
      ({ arrived } = tick);
      showing = show(tick.data);
      await showing;
      return { ticks: done, ms: tick.ms };
    },
    async change(cells, isTower) {
      const answer = await calls.change(cells, isTower);
      if (answer.field) ({ field } = answer);
      return answer;
    },
    async snapshot() {
      await showing;
      const part = (which: number): Float32Array => data.slice(which * count, (which + 1) * count);
      return { x: part(0), y: part(1), radius: part(2) };
    },
    destroy: end,
  };
}
