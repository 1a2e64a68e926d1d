import type { BrokenLink, Problem } from '#features/health/contract/schemas.ts';
import type { Warning } from '#features/warnings/contract/schemas.ts';
import { StateSign } from '#platform/design/state/state-sign.tsx';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { checkHref } from '../check/check-address.ts';
import * as css from './health.module.css';
import { useDismissLink, useDismissWarning } from './health-queries.ts';
import { SIGN_WORDS } from './health-words.ts';

/** A problem: its meaning, the advice, and each case that can be dismissed. */
export function ProblemRow({ problem }: { problem: Problem }) {
  const { name, level, title, meaning, advice, link, warnings, links } = problem;
  return (
    <li id={anchorOf(name)} tabIndex={-1}>
      <StateSign level={level} words={SIGN_WORDS[level]} />
      <div>
        <h3>
          {title}
          {level === 'serious' ? (
            // Screen readers have announced the icon's text.
            <span className={`badge ${css.urgent}`} aria-hidden="true">
              Urgent
            </span>
          ) : null}
        </h3>
        <p>{meaning}</p>
        <p>{advice}</p>
      </div>
      {link === null ? null : <Way {...link} />}
      {warnings.length + links.length === 0 ? null : (
        <ul className={css.things}>
          {warnings.map((warning) => (
            <WarningRow key={`${warning.kind} ${warning.id}`} warning={warning} />
          ))}
          {links.map((each) => (
            <LinkRow key={each.id} link={each} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Returns the id of a problem's row on the health page, for links. */
export const anchorOf = (name: string) => name.replace(/[^a-z0-9]+/g, '-');

function Way({ label, href }: NonNullable<Problem['link']>) {
  if (href.startsWith('/'))
    return (
      <Link className="btn line sm" href={href}>
        {label}
      </Link>
    );
  return (
    <a className="btn line sm" href={href} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}

function WarningRow({ warning }: { warning: Warning }) {
  const { isOver, dismiss } = useDismissWarning(warning);
  const { at, about, amount, details } = warning;
  return (
    <li>
      <span>
        <LocalDate instant={at} />: {about}
        {amount === null ? null : `, ${amount}`}
        {details === '' ? null : <> ({details})</>}
      </span>
      <button
        className="btn line sm"
        type="button"
        aria-label={`Dismiss ${about}`}
        aria-disabled={isOver || undefined}
        onClick={dismiss}
      >
        Dismiss
      </button>
    </li>
  );
}

const STATES = { gone: 'answers “not found”', silent: 'does not answer' };

function LinkRow({ link }: { link: BrokenLink }) {
  const { isOver, dismiss } = useDismissLink(link);
  const { url, state, checkedAt, itemType, itemId, title } = link;
  return (
    <li>
      <span>
        “{title}” links to <b>{url.replace(/^https?:\/\//i, '')}</b>, which {STATES[state]}. Checked{' '}
        <LocalDate instant={checkedAt} />.
      </span>
      <span className={css.buttons}>
        <Link className="btn line sm" href={checkHref(itemType, itemId)}>
          Open {itemType}
          <span className="sr"> “{title}”</span>
        </Link>
        <button className="btn line sm" type="button" aria-disabled={isOver || undefined} onClick={dismiss}>
          Let it stay<span className="sr">: {url}</span>
        </button>
      </span>
    </li>
  );
}
