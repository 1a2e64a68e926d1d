import { Account, loadAccount } from '#features/accounts/web/account/account.tsx';
import { KeptSection } from '#features/offline/web/kept-section.tsx';
import { RememberingSection } from '#features/progress/web/remembering-section.tsx';
import { DeletionWarning } from '#features/subscriptions/web/status/deletion-warning.tsx';
import { subscriptionQuery } from '#features/subscriptions/web/status/queries.ts';
import { SubscriptionSection } from '#features/subscriptions/web/status/subscription-section.tsx';
import type { LoadContext } from '#platform/web/page.ts';

export const load = (context: LoadContext) =>
  loadAccount(context, () => context.queries.prefetchQuery(subscriptionQuery(context.api)));

/** `/account`: the account, with its subscription. */
export function Page() {
  return (
    <Account
      subscription={(user) => <SubscriptionSection user={user} />}
      progress={(user) => (
        <>
          <RememberingSection userId={user.id} />
          <KeptSection />
        </>
      )}
      deletionWarning={<DeletionWarning />}
    />
  );
}
