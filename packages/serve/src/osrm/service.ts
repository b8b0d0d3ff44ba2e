import { callback, checkOptions, number, object, text } from '@wayfield/check';
import type { RoutingNetwork } from '@wayfield/routing';
import { type Context, createContext, type OsrmOptions } from './context.ts';
import { createDepartures } from './departures.ts';
import { Failure } from './failure.ts';
import { FLATBUFFERS_TYPE, writeAnswer, writeRefusal } from './flatbuffers/answer.ts';
import { type Format, type OsrmRequest, parseTarget, type Service } from './request.ts';
import { targetOfPost } from './post.ts';
import { LIMITS, networkRule, OSRM_RULES, WEIGHT_NAMES } from './rules.ts';
import { isochrone } from './services/isochrone.ts';
import { match } from './services/match.ts';
import { nearest } from './services/nearest.ts';
import { route } from './services/route.ts';
import { table, type TableMatrix, tableWith } from './services/table.ts';
import { tile } from './services/tile.ts';
import { trip } from './services/trip.ts';

export type { OsrmOptions };

/** An answer: status, content type and body of HTTP, and its code. */
export interface Answer {
  /**
   * 200; 400 for requests that cannot be answered. Servers also give 405 (neither GET nor POST),
   * 408 (too slow to arrive), 413 and 431 (too long), 500 (a defect, or a thread that failed) and
   * 503 (too busy, too late, starting or closing).
   */
  readonly status: number;
  readonly type: string;
  /** OSRM's code: `'Ok'`, `'NoRoute'`, … */
  readonly code: string;
  readonly body: string | Uint8Array;
}

/** The services of OSRM on a network. Owns WebAssembly memory. */
export interface OsrmService {
  /**
   * Answers a request by the path and query of its address, such as
   * `/route/v1/driving/14.51,35.89;14.4,35.88?steps=true`. If something is wrong with the request,
   * the answer says so. If the coordinates end with `.flatbuffers`, it is bytes in OSRM's schema.
   */
  answer(target: string): Answer;
  /**
   * Answers a request by POST: a path such as `/route/v1/driving`, and a JSON object with
   * `coordinates` and options, as text.
   */
  answerPost(path: string, body: string): Answer;
  /**
   * As `answer`, with the same bytes. `matrix`, such as one of `createAsyncMatrix` on a GPU, makes
   * the costs of tables of at least `matrix.cells` cells without metres, avoided roads and
   * `depart_at`. If `matrix` rejects, the costs are made here.
   */
  answerWith(target: string, matrix: TableMatrix): Promise<Answer>;
  /** Bytes of WebAssembly memory of the engines that exist now, those of kept networks included. */
  readonly memoryBytes: number;
  /** Frees the memory. The service must not be used afterwards. */
  destroy(): void;
}

const MATRIX = object({ cells: number(0, Infinity), costs: callback }, 'a TableMatrix');

const HANDLERS: Record<Service, (context: Context, request: OsrmRequest) => object> = {
  route,
  table,
  nearest,
  match,
  trip,
  isochrone,
  tile,
};

/**
 * The HTTP interface of OSRM (version 1 of its API) as a function from addresses to answers, for
 * every server and for pages without one. Engines other than the router are made when first needed.
 *
 * @example
 * const service = createOsrmService(routing);
 * const { status, body } = service.answer('/route/v1/driving/13.4,52.5;13.42,52.51?steps=true');
 * console.log(status, JSON.parse(String(body)).code); // 200 Ok
 * service.destroy();
 */
export function createOsrmService(routing: RoutingNetwork, options: OsrmOptions = {}): OsrmService {
  networkRule(routing, 'routing');
  checkOptions('createOsrmService', options, OSRM_RULES);
  const { limits = {}, drivingSide = 'right', dataVersion } = options;
  const version = dataVersion === undefined ? {} : { data_version: dataVersion };
  const told = (request: OsrmRequest, found: object): Answer => {
    if (found instanceof Uint8Array) return { ...TILE, body: found };
    if (request.format === 'json') return { ...OK, body: JSON.stringify({ ...found, ...version }) };
    return {
      ...FLATBUFFERS,
      body: writeAnswer(found as Parameters<typeof writeAnswer>[0], dataVersion),
    };
  };
  const { weightName = WEIGHT_NAMES[routing.metric], speedSource = 'segment speeds' } = options;
  const { weightDecimals = 1 } = options;
  const words = { drivingSide, weightName, speedSource, weightDecimals };
  const make = (network: RoutingNetwork): Context =>
    createContext(network, { ...LIMITS, ...limits }, words);
  const context = make(routing);
  const departures = createDepartures(routing, options, make);
  const service: OsrmService = {
    answer(target) {
      text(target, 'target');
      let request: OsrmRequest | undefined;
      try {
        request = parseTarget(target);
        const time = request.options.get('depart_at');
        const used = time === undefined ? context : departures.at(time);
        return told(request, HANDLERS[request.service](used, request));
      } catch (error) {
        return refused(error, request?.format);
      }
    },
    async answerWith(target, matrix) {
      text(target, 'target');
      MATRIX(matrix, 'matrix');
      let request: OsrmRequest | undefined;
      try {
        request = parseTarget(target);
        if (request.service !== 'table' || request.options.has('depart_at')) {
          return service.answer(target);
        }
        return told(request, await tableWith(context, request, matrix));
      } catch (error) {
        return refused(error, request?.format);
      }
    },
    answerPost(path, body) {
      text(path, 'path');
      text(body, 'body');
      try {
        return service.answer(targetOfPost(path, body));
      } catch (error) {
        return refused(error);
      }
    },
    get memoryBytes() {
      return context.memoryBytes + departures.memoryBytes;
    },
    destroy() {
      context.destroy();
      departures.destroy();
    },
  };
  return service;
}

/** The answer of a failure; other errors are thrown again. */
export function refused(error: unknown, format: Format = 'json'): Answer {
  if (!(error instanceof Failure)) throw error;
  const { code, message } = error;
  if (format === 'json') return refusal(code, message);
  return { status: 400, type: FLATBUFFERS_TYPE, code, body: writeRefusal(code, message) };
}

const JSON_TYPE = 'application/json; charset=UTF-8';
const OK = { status: 200, type: JSON_TYPE, code: 'Ok' } as const;
const FLATBUFFERS = { status: 200, type: FLATBUFFERS_TYPE, code: 'Ok' } as const;
const TILE = { status: 200, type: 'application/x-protobuf', code: 'Ok' } as const;

/** An answer that refuses a request. */
export function refusal(code: string, message: string, status: number = 400): Answer {
  return { status, type: JSON_TYPE, code, body: JSON.stringify({ code, message }) };
}
