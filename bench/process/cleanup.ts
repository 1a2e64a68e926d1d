type Step = () => unknown;

const open = new Set<Step[]>();

/** Runs `work`, then its cleanup steps (`later`) in reverse order, also after a failure. */
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

/** Runs all pending cleanup steps at once, innermost first. For an early end by signal. */
export async function cleanUpNow(): Promise<void> {
  for (const steps of [...open].reverse()) for (const step of steps.reverse()) await step();
}
