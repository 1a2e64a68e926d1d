import { type PaymentProvider, ProviderRefused, type ProviderSubscription } from '../provider.ts';
import type { SubscriptionRow } from '../queries.ts';
import { EARLY, type IntendedState, type ProviderAction } from './subscription-state.ts';

/** Result of applying the intended state at the provider. */
export interface Applied {
  /** The provider's state afterwards. */
  subscription: ProviderSubscription | null;
  /** Differs from the stored intended state when a cancellation could not be undone. */
  intended: IntendedState;
  /** The action that the provider refused for good, now or earlier. */
  refused: ProviderAction | null;
  /** Consecutive calls after which the provider's state still differs. */
  failures: number;
}

const REASONS: Record<IntendedState, string> = {
  renew: 'The cancellation was undone',
  pause: 'Canceled by the subscriber; ends with the paid time',
  stop: 'Ended by the site',
};

/**
 * Suspends, resumes or cancels at the provider if its state differs. Suspends a resumed subscription again if
 * it would be charged before its paid time ends. Reads the provider's state after each action.
 */
export async function applyIntendedState(
  provider: PaymentProvider,
  row: SubscriptionRow,
  before: ProviderSubscription | null,
): Promise<Applied> {
  let intended = row.wish as IntendedState;
  let refused = row.refused_action as ProviderAction | null;
  let subscription = before;
  const apply = async (id: string, action: ProviderAction) => {
    try {
      await provider[action](id, REASONS[intended]);
    } catch (error) {
      // The state changed in between, or does not allow the action. The next read decides.
      if (!(error instanceof ProviderRefused)) throw error;
      if (error.isFinal) refused = action;
    }
    subscription = await provider.read(id);
  };
  const action = actionFor(intended, refused, row, before);
  if (before !== null && action !== null) await apply(before.id, action);
  if (refused === 'resume' && intended === 'renew') intended = 'pause';
  if (intended === 'renew' && subscription !== null && chargesEarly(row, subscription)) {
    intended = 'pause';
    await apply(subscription.id, 'suspend');
  }
  const follows = actionFor(intended, refused, row, subscription) === null;
  return { subscription, intended, refused, failures: follows ? 0 : row.action_failures + 1 };
}

function actionFor(
  intended: IntendedState,
  refused: ProviderAction | null,
  { paused_at }: SubscriptionRow,
  subscription: ProviderSubscription | null,
): ProviderAction | null {
  const action = nextAction(intended, paused_at !== null, subscription);
  return action === refused ? null : action;
}

function nextAction(
  intended: IntendedState,
  wasPaused: boolean,
  subscription: ProviderSubscription | null,
): ProviderAction | null {
  const state = subscription?.state;
  if (intended === 'stop') return state === 'active' || state === 'suspended' ? 'cancel' : null;
  if (intended === 'pause') return state === 'active' ? 'suspend' : null;
  // A suspension by the provider after failed payments must stay.
  const isOurPause = wasPaused && state === 'suspended' && subscription?.failedPayments === 0;
  return isOurPause ? 'resume' : null;
}

/** Whether a resumed subscription is charged before its paid time ends. PayPal is reported to do that. */
function chargesEarly(row: SubscriptionRow, { state, nextPaymentAt }: ProviderSubscription): boolean {
  const { paused_at, refund_after, paid_through } = row;
  if (paused_at === null || refund_after === null || paid_through === null || state !== 'active')
    return false;
  return nextPaymentAt !== null && paid_through > Date.now() && nextPaymentAt < paid_through - EARLY;
}
