type Step = () => unknown;

/** Runs `work` and then, whether it succeeded or not, what it left to be done `later`, the last first. */
export async function withCleanup<T>(work: (later: (step: Step) => void) => Promise<T>): Promise<T> {
  const steps: Step[] = [];
  try {
    return await work((step) => steps.push(step));
  } finally {
    for (const step of steps.reverse()) await step();
  }
}
