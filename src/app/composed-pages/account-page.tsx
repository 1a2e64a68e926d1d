import { Account, loadAccount } from '#features/accounts/web/account/account.tsx';
import { LetterSection } from '#features/letter/web/letter-section.tsx';
import { letterQuery } from '#features/letter/web/queries.ts';
import { KeptSection } from '#features/offline/web/kept-section.tsx';
import { RememberingSection } from '#features/progress/web/remembering-section.tsx';
import { DeletionWarning } from '#features/subscriptions/web/status/deletion-warning.tsx';
import { subscriptionQuery } from '#features/subscriptions/web/status/queries.ts';
import { SubscriptionSection } from '#features/subscriptions/web/status/subscription-section.tsx';
import type { LoadContext } from '#platform/web/page.ts';

export const load = (context: LoadContext) =>
  loadAccount(context, async () => {
    const { api, queries } = context;
    await Promise.all([
      queries.prefetchQuery(subscriptionQuery(api)),
      queries.prefetchQuery(letterQuery(api)),
    ]);
  });

/** `/account`: the account, with its subscription, letter and progress. */
export function Page() {
  return (
    <Account
      subscription={(user) => <SubscriptionSection user={user} />}
      letter={(user) => <LetterSection user={user} />}
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
