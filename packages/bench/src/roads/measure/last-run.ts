// Draws and writes one plan: its routes, and the movement of its agents.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { RoadNetwork } from '@wayfield/osm';
import {
  type AgentPlan,
  createTrajectoryWriter,
  type MotionOptions,
  type RoadSolver,
  runAgents,
  trajectories,
  type Trajectory,
  type TrajectoryFormat,
} from '@wayfield/osm/agents';
import { countUse, type MapPicture } from '@wayfield/osm/draw';
import {
  createLaneRoutes,
  createTraffic,
  trafficLanes,
  trafficTrajectories,
} from '@wayfield/osm/traffic';
import { naming } from '../../run/problems/read-file.ts';

/**
 * Seconds of a gridlock after which it is dissolved, so that every movement ends. Chosen, not
 * measured.
 */
const RELEASE = 60;
/** Up to this number of routes each has its own colour. */
const DRAWN_ALONE = 12;

/** A plan and the solver of its routes. */
export interface LastRun {
  readonly network: RoadNetwork;
  readonly plan: AgentPlan;
  readonly solver: RoadSolver;
}

/** A few routes are drawn in colours, with their ends; of many, the use of each road is drawn. */
export async function pictureOf(
  { network, plan, solver }: LastRun,
  blocked: readonly number[],
): Promise<MapPicture> {
  const { agentCount, routeCount } = plan;
  const use = new Uint32Array(network.roads.count);
  const paths: Uint32Array[] = [];
  const alone = routeCount <= DRAWN_ALONE;
  await runAgents(network, plan, solver, {
    onBatch({ first, routes }) {
      // route i of the batch is taken by agent first + i and every agent routeCount further
      const agents = (i: number): number => Math.ceil((agentCount - first - i) / routeCount);
      countUse(network, routes, agents, use);
      for (let i = 0; alone && i < routes.count; i++) {
        paths.push(routes.node.slice(routes.firstNode[i], routes.firstNode[i + 1]));
      }
    },
  });
  if (!alone) return { use, marks: { blocked } };
  return { paths, marks: { start: plan.start, goal: plan.goal, blocked } };
}

/** How the agents of a plan move, and the file in which their movement is written. */
export interface Moves {
  readonly path: string;
  readonly format: TrajectoryFormat;
  /** Behind one another, or through one another. */
  readonly movement: 'queue' | 'ghosts';
  readonly motion: Pick<MotionOptions, 'speed' | 'interval'>;
}

/** Writes the movement of all agents in chunks; returns the number of samples. */
export async function writeMoves(
  { network, plan, solver }: LastRun,
  { path, format, movement, motion }: Moves,
): Promise<number> {
  let samples = 0;
  const counted = function* (list: Iterable<Trajectory>): Generator<Trajectory> {
    for (const one of list) {
      samples += one.count;
      yield one;
    }
  };
  return naming(path, async () => {
    const file = createWriteStream(path);
    // rejects where the file cannot be opened or written, also before anything awaits it
    const done = finished(file);
    done.catch(() => undefined);
    const writer = createTrajectoryWriter(format, {
      async write(text) {
        if (!file.write(text)) await Promise.race([once(file, 'drain'), done]);
      },
    });
    if (movement === 'ghosts') {
      await runAgents(network, plan, solver, {
        onBatch: (batch) => writer.add(counted(trajectories(network, plan, batch, motion))),
      });
    } else {
      const { speed, interval } = motion;
      const collector = createLaneRoutes(network);
      await runAgents(network, plan, solver, { onBatch: collector.add });
      const traffic = createTraffic(trafficLanes(network, speed), collector.routes(), {
        vehicles: plan.agentCount,
        release: RELEASE,
      });
      const options = interval === undefined ? {} : { interval };
      await writer.add(counted(trafficTrajectories(network, plan, traffic, options)));
    }
    await writer.end();
    file.end();
    await done;
    return samples;
  });
}
