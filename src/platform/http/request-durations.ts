import type { Metric, MetricValueWithName, Registry } from 'prom-client';

/** In seconds: from an answer kept in memory to one that somebody gives up on. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NAME = 'http_request_duration_seconds';
const HELP =
  'Time from the arrival of a request to the last byte of its answer, by route and class of status';

interface Labels {
  method: string;
  route: string;
  status: string;
}

/**
 * A histogram as the library's own, under the same name and with the same series. The library's puts a name together
 * from the labels at each observation, which costs more than finding and sending an answer that is kept.
 */
export class RequestDurations {
  readonly #series = new Map<string, Map<string, Series[]>>();

  constructor(registry: Registry) {
    const metric = { name: NAME, get: () => this.#told(), reset: () => this.#series.clear() };
    // All that a registry asks of a metric; the type also names what only the library's own have.
    registry.registerMetric(metric as unknown as Metric);
  }

  /** One finished request. Routes are patterns, so that their number is bounded. */
  observe(method: string, route: string, status: number, ms: number): void {
    const place = Math.floor(status / 100);
    const known = this.#series.get(route)?.get(method)?.[place];
    (known ?? this.#begin(method, route, place)).add(ms / 1000);
  }

  #begin(method: string, route: string, place: number): Series {
    const methods = this.#series.get(route) ?? new Map<string, Series[]>();
    this.#series.set(route, methods);
    const series = methods.get(method) ?? [];
    methods.set(method, series);
    const begun = new Series({ method, route, status: `${place}xx` });
    series[place] = begun;
    return begun;
  }

  async #told(): Promise<object> {
    const all = [...this.#series.values()].flatMap((methods) => [...methods.values()].flat());
    return {
      name: NAME,
      help: HELP,
      type: 'histogram',
      values: all.flatMap((series) => series.values()),
      aggregator: 'sum',
    };
  }
}

class Series {
  readonly #labels: Labels;
  /** How many fell between the bound at the same place and the one before it. */
  readonly #counts = new Array<number>(BOUNDS.length).fill(0);
  #count = 0;
  #sum = 0;

  constructor(labels: Labels) {
    this.#labels = labels;
  }

  add(seconds: number): void {
    this.#count += 1;
    this.#sum += seconds;
    for (let place = 0; place < BOUNDS.length; place += 1)
      if (seconds <= (BOUNDS[place] as number)) {
        this.#counts[place] = (this.#counts[place] as number) + 1;
        return;
      }
  }

  values(): MetricValueWithName<string>[] {
    const labels = { ...this.#labels };
    let below = 0;
    const buckets = BOUNDS.map((le, place) => {
      below += this.#counts[place] as number;
      return { metricName: `${NAME}_bucket`, value: below, labels: { le, ...labels } };
    });
    return [
      ...buckets,
      { metricName: `${NAME}_bucket`, value: this.#count, labels: { le: '+Inf', ...labels } },
      { metricName: `${NAME}_sum`, value: this.#sum, labels },
      { metricName: `${NAME}_count`, value: this.#count, labels },
    ];
  }
}
