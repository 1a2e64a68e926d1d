type Step = () => unknown;

const open = new Set<Step[]>();

/** Runs `work` and then, whether it succeeded or not, what it left to be done `later`, the last first. */
export async function withCleanup<T>(work: (later: (step: Step) => void) => Promise<T>): Promise<T> {
  const steps: Step[] = [];
  open.add(steps);
  try {
    return await work((step) => steps.push(step));
  } finally {
    open.delete(steps);
    for (const step of steps.reverse()) await step();
  }
}

/** For the end before the end: does all that is still left to be done, the innermost first. */
export async function cleanUpNow(): Promise<void> {
  for (const steps of [...open].reverse()) for (const step of steps.reverse()) await step();
}
