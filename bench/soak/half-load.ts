import { watchProcessors } from '../process/processors.ts';
import { say } from '../process/progress.ts';
import type { SendJob, Slice } from './senders.ts';

/** Part of the processors' time that is in use at half load, senders included, and its tolerance. */
const HALF = 0.5;
const CLOSE = 0.02;
const TRIALS = 5;
/** ms of one trial: some of the housekeeping is in it. */
const TRIAL = 30_000;

/** Nodes whose highest rate, in requests per second, is known. */
interface Load {
  highest: number;
  senders: { send(job: SendJob): Promise<Slice> };
}

/**
 * Requests per second at which these nodes, side by side, keep the processors half busy: the same part of
 * each highest rate. It is found by trials, because a request costs more at a low rate, where less is done
 * together.
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
