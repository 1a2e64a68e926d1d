import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useState } from 'react';
import type { Progress } from '#features/progress/contract/schemas.ts';
import { markBegun } from '#features/progress/web/remember/begun.ts';
import { useProgress } from '#features/progress/web/remember/use-progress.ts';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import { Cover } from '../covers/cover.tsx';
import { CoverFrame } from '../covers/cover-frame.tsx';
import { dropletsQuery } from '../items/queries.ts';
import { useWave } from '../items/use-item.ts';
import { askToPlay } from '../viewer/end/ask-to-play.ts';
import * as css from './continue-card.module.css';
import { type Continuation, findContinuation, nextOffer } from './find-continuation.ts';
import { isNotToday, sayNotToday } from './not-today.ts';

/**
 * Goes on with the last lesson, in one press, or offers one that the reader wanted to see again. Nothing
 * shows when all that was begun is through.
 */
export function ContinueCard({ short }: { short: boolean }) {
  const [notToday, setNotToday] = useState(isNotToday);
  const progress = useProgress(all);
  const next = useContinuation(progress, !notToday);
  const { data: wave } = useWave(next?.droplet.waveId);
  useEffect(() => {
    if (next) markBegun('open');
    else if (next === null) markBegun('through', nextOffer(progress?.again ?? [], Date.now(), notToday));
  }, [next, progress, notToday]);
  if (!next || !wave) return null;
  const { droplet, number, total, seconds, again } = next;
  const link = {
    href: `/waves/${droplet.waveId}?droplet=${droplet.id}`,
    // A transition would begin after the press, and only a press lets media play.
    transition: false,
    onClick: () => askToPlay(droplet, seconds),
  } as const;
  const share = Math.min(1, seconds / (droplet.duration * 60));
  return (
    <section
      className={classNames(css.card, short && css.short)}
      aria-labelledby="continue"
      data-part="continue"
    >
      <CoverFrame kind="droplet" className={css.cover}>
        <Cover kind="droplet" of={droplet} eager />
        {share > 0 ? (
          <div className={css.line}>
            <i style={{ '--at': `${share * 100}%` } as CSSProperties} />
          </div>
        ) : null}
      </CoverFrame>
      <div className={css.words}>
        <h2 id="continue">{again ? 'You wanted this again' : 'Continue'}</h2>
        <h3 className="clamp-2">
          <Link {...link}>{droplet.title}</Link>
        </h3>
        {again ? (
          <button
            className={css.notToday}
            type="button"
            onClick={() => {
              sayNotToday();
              setNotToday(true);
            }}
          >
            Not today
          </button>
        ) : (
          <span className="meta">
            {wave.title} · {number} of {total}
          </span>
        )}
      </div>
      <p className={css.gist}>{droplet.description}</p>
      <Link {...link} className={`btn ${css.button}`} tabIndex={-1} aria-hidden="true">
        <Icon name="play" />
        <span>{again ? 'See again' : 'Continue'}</span>
      </Link>
    </section>
  );
}

/** The droplet to continue with; null when none is left, undefined while it is unknown. */
function useContinuation(progress: Progress | undefined, offers: boolean): Continuation | null | undefined {
  const api = useApi();
  const queries = useQueryClient();
  // A wave that is gone is no reason not to go on in another.
  const dropletsIn = (waveId: number) => queries.fetchQuery(dropletsQuery(api, waveId)).catch(() => []);
  return useQuery({
    queryKey: ['continuation', progress?.places, progress?.again, offers],
    queryFn: () => progress && findContinuation(progress, dropletsIn, offers ? Date.now() : null),
    enabled: progress !== undefined,
  }).data;
}

const all = (progress: Progress) => progress;
