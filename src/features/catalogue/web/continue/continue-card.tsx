import type { CSSProperties } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { Cover } from '../covers/cover.tsx';
import { CoverFrame } from '../covers/cover-frame.tsx';
import { useWave } from '../items/use-item.ts';
import { askToPlay } from '../viewer/end/ask-to-play.ts';
import { WelcomeRow } from '../welcome/welcome-row.tsx';
import * as css from './continue-card.module.css';
import type { Continuation } from './find-continuation.ts';
import { useOffers } from './use-offers.ts';

/**
 * Offers a reader with progress the way on, on the first screens: to continue the last lesson in one press,
 * or a lesson that they asked for again. After days away, `/app` offers a few lessons instead. Shows nothing
 * when every begun wave is through.
 */
export function ContinueCard({ short }: { short: boolean }) {
  const offers = useOffers(!short);
  if (!offers) return null;
  const { welcome, next, dismissOffers } = offers;
  if (welcome) return <WelcomeRow welcome={welcome} next={next} onNotToday={dismissOffers} />;
  return next ? <NextCard next={next} short={short} onNotToday={dismissOffers} /> : null;
}

interface NextCardProps {
  next: Continuation;
  short: boolean;
  onNotToday(): void;
}

function NextCard({ next, short, onNotToday }: NextCardProps) {
  const { data: wave } = useWave(next.droplet.waveId);
  if (!wave) return null;
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
          <button className={css.notToday} type="button" onClick={onNotToday}>
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
