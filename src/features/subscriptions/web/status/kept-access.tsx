import { LocalDate } from '#platform/web/local-date.tsx';
import type { OwnSubscription } from '../../contract/schemas.ts';
import { isGivenLonger } from './subscription-words.ts';

interface KeptAccessProps {
  own: OwnSubscription;
  /** End of the access by payment. */
  until: string;
}

/** Says until when access lasts: by payment, or longer because it was given. */
export function KeptAccess({ own, until }: KeptAccessProps) {
  if (isGivenLonger(own, until)) return <GivenAccess own={own} />;
  return (
    <>
      You keep full access until <LocalDate instant={until} />.
    </>
  );
}

/** Says until when access lasts after a cancellation. `until`: end of the paid time. */
export function KeptAfterCancel({ own, until }: KeptAccessProps) {
  return (
    <>
      {isGivenLonger(own, until) ? (
        <>
          Your paid time ends on <LocalDate instant={until} />.{' '}
        </>
      ) : null}
      <KeptAccess own={own} until={until} />
    </>
  );
}

/** Says until when access lasts that was given to the reader. */
export function GivenAccess({ own: { grantedUntil } }: Pick<KeptAccessProps, 'own'>) {
  return (
    <>
      You have full access
      {grantedUntil === null ? null : (
        <>
          {' '}
          until <LocalDate instant={grantedUntil} />
        </>
      )}
      , because it was given to you.
    </>
  );
}
