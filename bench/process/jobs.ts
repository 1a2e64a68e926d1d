import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/* Runs jobs in a separate process, such as one that makes load. From the second job on it is warm. */

type Outcome<Result> = { result: Result } | { error: string };

/** Sends a job to a process that runs {@link answerJobs}, one at a time. Throws with the error's text. */
export async function askFor<Result>(child: ChildProcess, job: object): Promise<Result> {
  child.send(job);
  const [outcome] = (await once(child, 'message')) as [Outcome<Result>];
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.result;
}

/** Runs the jobs sent to this process until its parent disconnects. */
export function answerJobs<Job>(run: (job: Job) => Promise<unknown>): void {
  process.on('message', (job: Job) => {
    run(job).then(
      (result) => process.send?.({ result }),
      (error) => process.send?.({ error: String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
  // The parent stops this process.
  process.on('SIGINT', () => {});
}
