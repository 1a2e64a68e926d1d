import { Seen } from '#features/progress/web/seen.ts';
import { Link } from '#platform/web/link.tsx';
import type { Droplet } from '../../contract/schemas.ts';
import type { Continuation } from '../continue/find-continuation.ts';
import { Cover } from '../covers/cover.tsx';
import { CoverFrame } from '../covers/cover-frame.tsx';
import { describeKind } from '../items/droplet-kind.ts';
import { askToPlay } from '../viewer/end/ask-to-play.ts';
import type { WelcomeContent } from './use-welcome.ts';
import * as css from './welcome-row.module.css';

interface WelcomeRowProps {
  welcome: WelcomeContent;
  /** The lesson that the reader would otherwise continue with. */
  next: Continuation | null | undefined;
  onNotToday(): void;
}

/** Shows lessons to a reader who was away, instead of the card that continues. */
export function WelcomeRow({ welcome: { title, reasons, lessons }, next, onNotToday }: WelcomeRowProps) {
  return (
    <section className={css.welcome} aria-labelledby="welcome" data-part="welcome">
      <div className={css.head}>
        <h2 id="welcome">{title}</h2>
        <p>{reasons}</p>
        <div className={css.ways}>
          {next ? (
            <Link {...lessonLink(next.droplet, next.seconds)} className="btn quiet">
              <span className={css.label}>Continue {next.droplet.title}</span>
            </Link>
          ) : null}
          <button className="btn quiet" type="button" onClick={onNotToday}>
            Not today
          </button>
        </div>
      </div>
      <ul className={css.lessons}>
        {lessons.map((lesson) => (
          <li key={lesson.id} className={css.lesson}>
            <CoverFrame kind="droplet" className={css.cover}>
              <Cover kind="droplet" of={lesson} eager />
            </CoverFrame>
            <div>
              <h3 className="clamp-2">
                <Link {...lessonLink(lesson)}>{lesson.title}</Link>
              </h3>
              <span className="meta">
                {describeKind(lesson)}
                <Seen droplet={lesson.id} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const lessonLink = (droplet: Droplet, seconds = 0) =>
  ({
    href: `/waves/${droplet.waveId}?droplet=${droplet.id}`,
    // A transition would begin after the press, and only a press lets media play.
    transition: false,
    onClick: () => askToPlay(droplet, seconds),
  }) as const;
