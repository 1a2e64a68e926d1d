import { useState } from 'react';
import type { OwnSubscription } from '../../contract/schemas.ts';
import type { Terms } from '../../shared/prices.ts';
import { usePlans } from '../status/use-plans.ts';

/** The plans, and the one that the reader has chosen: the monthly one at first. */
export function useOffer(own: OwnSubscription | undefined) {
  const plans = usePlans(own);
  const [interval, onChoose] = useState<Terms['interval']>('month');
  const chosen = plans.find((plan) => plan.interval === interval) ?? (plans[0] as Terms);
  return { plans, chosen, onChoose };
}
