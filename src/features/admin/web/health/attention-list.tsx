import type { Problem } from '#features/health/contract/schemas.ts';
import { StateSign } from '#platform/design/state/state-sign.tsx';
import { Link } from '#platform/web/link.tsx';
import * as css from './health.module.css';
import { HEALTH_PATH } from './health-queries.ts';
import { SIGN_WORDS } from './health-words.ts';
import { anchorOf } from './problem-row.tsx';

/** The problems on the dashboard. Each links to its advice on the health page. */
export function AttentionList({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <section className={css.attention} aria-labelledby="attention">
      <h2 id="attention" tabIndex={-1}>
        Needs attention
      </h2>
      <ul className={css.rows}>
        {problems.map(({ name, level, title, meaning }) => (
          <li key={name}>
            <StateSign level={level} words={SIGN_WORDS[level]} />
            <div>
              <h3>{title}</h3>
              <p>{meaning}</p>
            </div>
            <Link className="btn line sm" href={`${HEALTH_PATH}#${anchorOf(name)}`}>
              What to do <span className="sr">about {title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
