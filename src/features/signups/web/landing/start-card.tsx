import { type ReactNode, useEffect } from 'react';
import type { FirstLesson } from '#features/catalogue/contract/schemas.ts';
import { Cover } from '#features/catalogue/web/covers/cover.tsx';
import { CoverFrame } from '#features/catalogue/web/covers/cover-frame.tsx';
import { formatDuration } from '#features/catalogue/web/items/duration.ts';
import { requestPlay } from '#features/catalogue/web/player/play-request.ts';
import { preloadPlayer } from '#features/catalogue/web/player/use-player-code.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import * as css from './start-now.module.css';

interface StartCardProps {
  lesson: FirstLesson;
  /** Called before the lesson opens. */
  onStart(): void;
  /** The link to continue without the lesson. */
  onward: ReactNode;
}

/** Shows the first lesson, with a link that opens it in its wave and plays it at once. */
export function StartCard({ lesson, onStart, onward }: StartCardProps) {
  const { preload } = useSite();
  const href = `/waves/${lesson.waveId}?droplet=${lesson.id}`;
  // With the code loaded, the press shows the player in the same task, as every browser requires for sound.
  useEffect(() => {
    preload(href, true);
    preloadPlayer();
  }, [preload, href]);
  return (
    <div className={css.card}>
      <CoverFrame kind="droplet" className={css.cover}>
        <Cover kind="droplet" of={lesson} eager />
      </CoverFrame>
      <div className={css.words}>
        <span className="meta">
          {formatDuration(lesson.duration)} · {lesson.oceanTitle}
        </span>
        <h2>{lesson.title}</h2>
        <p>{lesson.description}</p>
      </div>
      <div className={`row ${css.ways}`}>
        <Link
          className="btn"
          href={href}
          // A transition would begin after the press, in another task.
          transition={false}
          onClick={() => {
            onStart();
            requestPlay(lesson.mediaUrl);
          }}
        >
          <Icon name="play" className={css.play} />
          Begin with one minute
        </Link>
        {onward}
      </div>
    </div>
  );
}
