import type { UsageEvent } from '#features/analytics/shared/usage-events.ts';

export const EVENT_NAMES: Record<UsageEvent, string> = {
  opened: 'Opened',
  half: 'Half',
  finished: 'Finished',
  saved: 'Saved',
  shared: 'Shared',
};
