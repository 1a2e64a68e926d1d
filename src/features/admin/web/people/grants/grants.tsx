import type { PersonDetails } from '#features/people/contract/schemas.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import * as css from '../../record.module.css';
import { currentGrants, lastDay } from '../explain-access.ts';
import type { GrantCalls } from '../use-grant-calls.ts';

const SOURCES = { owner: 'Granted', code: 'Gift code', import: 'Imported' } as const;

/** A person's current grants, each with a button that withdraws it. */
export function Grants({ person, calls }: { person: PersonDetails; calls: GrantCalls }) {
  const grants = currentGrants(person.grants);
  const container = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={container} tabIndex={-1}>
      {grants.length === 0 ? 'None.' : <List grants={grants} setWithdrawn={calls.setWithdrawn} />}
    </div>
  );
}

interface ListProps {
  grants: PersonDetails['grants'];
  setWithdrawn: GrantCalls['setWithdrawn'];
}

function List({ grants, setWithdrawn }: ListProps) {
  return (
    <ul className={css.grants}>
      {grants.map((grant) => (
        <li key={grant.id}>
          {SOURCES[grant.source]}
          {grant.grantedBy === null ? '' : ` by ${grant.grantedBy}`}
          {grant.reason === '' ? '' : `: ${grant.reason}`}, from <LocalDate instant={grant.startsAt} />{' '}
          {grant.endsAt === null ? (
            'without end'
          ) : (
            <>
              to <LocalDate instant={lastDay(grant.endsAt)} />
            </>
          )}
          .{grant.isWaiting ? ' Waits for an account that confirms this address.' : ''}{' '}
          <button
            type="button"
            className="btn quiet sm"
            aria-disabled={setWithdrawn.isPending || undefined}
            onClick={() => setWithdrawn.isPending || setWithdrawn.mutate({ id: grant.id, isWithdrawn: true })}
          >
            Withdraw<span className="sr"> {grant.reason}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
