import { watchProcessors } from '../process/processors.ts';
import { say } from '../process/progress.ts';
import type { SendJob, Slice } from './senders.ts';

/** Share of the processors' time at half load, senders included, and its tolerance. */
const HALF = 0.5;
const CLOSE = 0.02;
const TRIALS = 5;
/** Length of a trial in ms, long enough to include recurring jobs. */
const TRIAL = 30_000;

/** Nodes with a known highest rate, in requests per second. */
interface Load {
  highest: number;
  senders: { send(job: SendJob): Promise<Slice> };
}

/**
 * Finds the requests per second at which these nodes together use half of the processors' time: the same
 * share of each node's highest rate. The search uses trials, because at a low rate a request costs more, as
 * less work is shared.
 */
export async function ratesOfHalfLoad(loads: readonly Load[]): Promise<number[]> {
  let part = HALF / loads.length;
  for (let trial = 1; trial <= TRIALS; trial += 1) {
    const busy = watchProcessors();
    await Promise.all(
      loads.map(({ highest, senders }) => senders.send({ rate: highest * part, duration: TRIAL })),
    );
    const used = busy();
    say(`${percent(part)} of the highest rates: the processors are busy for ${percent(used)}`);
    if (Math.abs(used - HALF) < CLOSE) break;
    part *= HALF / used;
  }
  return loads.map(({ highest }) => highest * part);
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
