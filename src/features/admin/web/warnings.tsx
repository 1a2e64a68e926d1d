import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as calls from '#features/warnings/contract/calls.ts';
import type { dismissWarning, listWarnings } from '#features/warnings/contract/endpoints.ts';
import type { Warning, WarningKind } from '#features/warnings/contract/schemas.ts';
import { Icon } from '#platform/design/icon.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import type { Api } from '#platform/web/api-client.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as css from './placeholder-notice.module.css';

export const warningsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listWarnings),
    queryFn: () => api<typeof listWarnings>(calls.listWarnings),
    staleTime: 0,
  });

/** A warning: the event, and the administrator's next step. */
export const TITLES: Record<WarningKind, { title: string; advice: string }> = {
  money: {
    title: 'Money without a subscription',
    advice: 'Look up these numbers at PayPal. The site keeps trying to find the subscription.',
  },
  dispute: { title: 'Open disputes', advice: 'Answer them in PayPal’s Resolution Center.' },
  refund: {
    title: 'Refunds that PayPal did not make',
    advice: 'Refund these payments at PayPal, then dismiss them here.',
  },
  'admin-refund': {
    title: 'Refunds of an administrator that PayPal did not make',
    advice: 'Nothing was paid back. Open the subscription, and refund again or at PayPal.',
  },
  mail: {
    title: 'Mails that were not delivered',
    advice: 'Check the address and the mail server’s answer. The mail is not sent again.',
  },
};

/** Lists what only an administrator can solve, by kind. */
export function Warnings() {
  const { data: warnings = [] } = useQuery(warningsQuery(useApi()));
  const kinds = Object.keys(TITLES) as WarningKind[];
  return kinds.map((kind) => {
    const found = warnings.filter((warning) => warning.kind === kind);
    return found.length === 0 ? null : <Notice key={kind} kind={kind} warnings={found} />;
  });
}

function Notice({ kind, warnings }: { kind: WarningKind; warnings: Warning[] }) {
  const { title, advice } = TITLES[kind];
  return (
    <section className={css.notice} aria-labelledby={`warnings-${kind}`}>
      <Icon name="alert" />
      <div>
        <h2 id={`warnings-${kind}`}>{title}</h2>
        <p>{advice}</p>
        <ul>
          {warnings.map((warning) => (
            <li key={warning.id}>
              <span>
                <LocalDate instant={warning.at} />: {warning.about}
                {warning.amount === null ? null : `, ${warning.amount}`}
                {warning.details === '' ? null : <> ({warning.details})</>}
              </span>
              <Dismiss warning={warning} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Marks a warning as handled. */
export function Dismiss({ warning: { kind, id, about } }: { warning: Warning }) {
  const api = useApi();
  const queries = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => api<typeof dismissWarning>(calls.dismissWarning, { params: { kind, id } }),
    onError: toastFailure('The warning could not be dismissed'),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(calls.listWarnings) }),
  });
  return (
    <button
      className="btn line sm"
      type="button"
      aria-label={`Dismiss ${about}`}
      aria-disabled={dismiss.isPending || undefined}
      onClick={() => dismiss.isPending || dismiss.mutate()}
    >
      Dismiss
    </button>
  );
}
