/** The keys that step between droplets, with the step. */
export const STEP_KEYS: Readonly<Record<string, 'previous' | 'next' | undefined>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
};
