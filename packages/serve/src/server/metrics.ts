// Counts and times of requests in the text format of Prometheus.

/** Upper bounds of the buckets of times, seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const;

/** A value that is read whenever `text` is called. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  read(): number;
}

/** Counts requests. */
export interface Metrics {
  /** Counts a request: its service, the code of its answer, the seconds from arrival to answer. */
  count(service: string, code: string, seconds: number): void;
  /** All values as text. */
  text(): string;
}

export function createMetrics(gauges: readonly Gauge[]): Metrics {
  const requests = new Map<string, number>();
  const times = new Map<string, { buckets: Uint32Array; sum: number; count: number }>();

  return {
    count(service, code, seconds) {
      const labels = `service="${service}",code="${code}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      let time = times.get(service);
      if (!time) {
        time = { buckets: new Uint32Array(BUCKETS.length), sum: 0, count: 0 };
        times.set(service, time);
      }
      time.sum += seconds;
      time.count++;
      const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) time.buckets[bucket]++;
    },
    text() {
      const lines: string[] = [];
      const head = (name: string, type: string, help: string): void => {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
      };
      head('wayfield_requests_total', 'counter', 'Requests by service and code of the answer.');
      for (const [labels, count] of requests) {
        lines.push(`wayfield_requests_total{${labels}} ${count}`);
      }
      const name = 'wayfield_request_seconds';
      head(name, 'histogram', 'Seconds from the arrival of a request to its answer.');
      for (const [service, { buckets, sum, count }] of times) {
        let below = 0;
        BUCKETS.forEach((bound, i) => {
          below += buckets[i];
          lines.push(`${name}_bucket{service="${service}",le="${bound}"} ${below}`);
        });
        lines.push(
          `${name}_bucket{service="${service}",le="+Inf"} ${count}`,
          `${name}_sum{service="${service}"} ${sum}`,
          `${name}_count{service="${service}"} ${count}`,
        );
      }
      for (const gauge of gauges) {
        head(gauge.name, gauge.type, gauge.help);
        lines.push(`${gauge.name} ${gauge.read()}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}
