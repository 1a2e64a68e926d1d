import { useQuery } from '@tanstack/react-query';
import type { Health, Line } from '#features/health/contract/schemas.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { StateSign } from '#platform/design/state/state-sign.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../admin-frame.tsx';
import * as css from './health.module.css';
import { HEALTH_PATH, healthQuery, useLookAgain } from './health-queries.ts';
import { SIGN_WORDS, verdict } from './health-words.ts';
import { ProblemRow } from './problem-row.tsx';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  await context.queries.prefetchQuery(healthQuery(context.api));
  return undefined;
}

/** /admin/health: the site's state and its problems. */
export function Page() {
  const { data: health, isError, error, refetch } = useQuery(healthQuery(useApi()));
  const lookAgain = useLookAgain();
  return (
    <AdminFrame
      title="Health"
      path={HEALTH_PATH}
      heading="Health"
      lead={health ? <LookedAt health={health} /> : undefined}
      actions={
        <button
          type="button"
          className="btn line"
          aria-disabled={lookAgain.isPending || undefined}
          onClick={() => lookAgain.isPending || lookAgain.mutate()}
        >
          {lookAgain.isPending ? 'Looking...' : 'Look again'}
        </button>
      }
    >
      {health ? (
        <Report health={health} />
      ) : isError ? (
        <LoadFailure title={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <PageSpinner />
      )}
    </AdminFrame>
  );
}

const LookedAt = ({ health: { lookedAt, hasRecipient } }: { health: Health }) => (
  <>
    Looked at <LocalDate instant={lookedAt} style="time" />.{' '}
    {hasRecipient
      ? 'You get a mail when something is serious.'
      : 'No administrator has a confirmed address, so nobody gets a mail when something is serious.'}
  </>
);

function Report({ health: { problems, well, mail, versions } }: { health: Health }) {
  const container = useKeptFocus<HTMLDivElement>();
  return (
    <>
      <p className={css.verdict} role="status" data-part="verdict">
        {verdict(problems)}
      </p>
      <div className={css.halves}>
        <div className={css.stack} ref={container} tabIndex={-1}>
          {problems.length === 0 ? null : (
            <section aria-labelledby="needs-you">
              <h2 id="needs-you">Needs you</h2>
              <ul className={css.rows}>
                {problems.map((problem) => (
                  <ProblemRow key={problem.name} problem={problem} />
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="mail">
            <h2 id="mail">Mail</h2>
            <Pairs lines={mail.lines} />
            {mail.domains.length === 0 ? null : <Domains domains={mail.domains} />}
          </section>
        </div>
        <div className={css.stack}>
          <section aria-labelledby="well">
            <h2 id="well">Well</h2>
            <ul className={css.rows}>
              {well.map(({ about, title, text }) => (
                <li key={about}>
                  <StateSign level="well" words={SIGN_WORDS.well} />
                  <div>
                    <h3>{title}</h3>
                    <p>{text}</p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="versions">
            <h2 id="versions">Versions</h2>
            <Pairs lines={versions} />
          </section>
        </div>
      </div>
    </>
  );
}

const Pairs = ({ lines }: { lines: readonly Line[] }) => (
  <dl className="pairs">
    {lines.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const Domains = ({ domains }: Pick<Health['mail'], 'domains'>) => (
  <table className={css.domains}>
    <caption className="sr">Mails by domain: refused in 7 days, sent in the last day</caption>
    <thead>
      <tr>
        <th scope="col">Domain</th>
        <th scope="col">Refused in 7 days</th>
        <th scope="col">Sent in a day</th>
        <th scope="col">Why</th>
      </tr>
    </thead>
    <tbody>
      {domains.map(({ domain, refused, sent, why }) => (
        <tr key={domain}>
          <th scope="row">{domain}</th>
          <td>{refused}</td>
          <td>{sent}</td>
          <td>{why}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
