import { useSettings } from '#features/settings/web/site-settings.ts';
import type { OwnSubscription } from '../../contract/schemas.ts';
import { PRICE, plansOf, type Terms, YEARLY_PRICE } from '../../shared/prices.ts';

/** Prices of a new subscription, monthly first. Nodes of the previous version send no plans. */
export function usePlans(own: Partial<OwnSubscription> | undefined): readonly Terms[] {
  const setting = useSettings();
  return own?.plans ?? plansOf(setting(PRICE), setting(YEARLY_PRICE));
}
