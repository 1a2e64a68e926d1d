import { HOUR } from '#platform/text/time-units.ts';
import { median } from '../report/statistics.ts';

/** Resources of a node at one moment. */
export interface Sample {
  /** Milliseconds since the start. */
  age: number;
  /** Megabytes of the node's processes, and of the used heap. */
  memory: number;
  heap: number;
  descriptors: number;
  /** p99 of the event loop's delay since the last sample, in ms. */
  loopDelay: number;
}

/** Resources in the middle of a node's life and at its end, as medians of three samples. */
export interface LifeFigures {
  middle: Sample;
  end: Sample;
  /** Slope of the least-squares line through the memory samples from the middle on, in MB an hour. */
  slope: number;
  /** Smallest heap from the middle on, which is the heap after garbage collections. */
  leastHeap: number;
}

const AROUND = 3;

/**
 * Computes the figures of one life, from its warm middle (an age in ms) on; undefined with too few samples,
 * as of a killed node.
 */
export function figuresOf(samples: readonly Sample[], middle: number): LifeFigures | undefined {
  const warm = samples.filter(({ age }) => age >= middle);
  if (warm.length < AROUND + 1) return undefined;
  return {
    middle: medianOf(warm.slice(0, AROUND)),
    end: medianOf(warm.slice(-AROUND)),
    slope: slopeOf(warm.map(({ age, memory }) => [age, memory])) * HOUR,
    leastHeap: Math.min(...warm.map(({ heap }) => heap)),
  };
}

const medianOf = (samples: readonly Sample[]): Sample => ({
  age: median(samples.map(({ age }) => age)),
  memory: median(samples.map(({ memory }) => memory)),
  heap: median(samples.map(({ heap }) => heap)),
  descriptors: median(samples.map(({ descriptors }) => descriptors)),
  loopDelay: median(samples.map(({ loopDelay }) => loopDelay)),
});

/** Computes the slope of the least-squares line. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const above = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return above / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}
