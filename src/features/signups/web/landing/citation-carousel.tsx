import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import * as css from './citation-carousel.module.css';
import { type Citation, readCitations, sideOf, step } from './citations.ts';

/** Shortest horizontal swipe that turns the carousel, in px. */
const SWIPE = 40;

/** Three citations that move on request only: by buttons, dots, arrow keys or a swipe. */
export function CitationCarousel() {
  const citations = readCitations(useSettings()('landing.citations'));
  const { data: user } = useQuery(userQuery(useApi()));
  const count = citations.length;
  const [index, setIndex] = useState(0);
  /** Announced after a change of slides. */
  const [announcement, setAnnouncement] = useState('');
  const goTo = (to: number) => {
    setIndex(to);
    const shown = citations[to];
    if (shown) setAnnouncement(`${to + 1} of ${count}: ${shown.value}% ${shown.label}. ${shown.text}`);
  };
  const turn = (by: number) => goTo(step(index, by, count));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  return (
    <section
      className={css.carousel}
      aria-roledescription="carousel"
      aria-label="What the research says"
      onKeyDown={onKeyDown}
      {...useSwipe(turn)}
    >
      <div className={`wrap ${css.columns}`}>
        <div className={css.slides}>
          {citations.map((citation, slide) => (
            <Slide
              key={citation.label}
              citation={citation}
              side={sideOf(slide, index, count)}
              label={`${slide + 1} of ${count}`}
              mayEdit={user?.role === 'admin'}
            />
          ))}
        </div>
        <div className={css.controls}>
          <button
            className={`icon-btn ${css.turn}`}
            type="button"
            aria-label="Previous citation"
            onClick={() => turn(-1)}
          >
            <Icon name="left" />
          </button>
          <div className={css.dots}>
            {citations.map(({ label }, dot) => (
              <button
                key={label}
                type="button"
                aria-label={`Citation ${dot + 1} of ${count}: ${label}`}
                aria-current={dot === index ? 'true' : undefined}
                onClick={() => goTo(dot)}
              />
            ))}
          </div>
          <button
            className={`icon-btn ${css.turn}`}
            type="button"
            aria-label="Next citation"
            onClick={() => turn(1)}
          >
            <Icon name="right" />
          </button>
        </div>
        <p className="sr" aria-live="polite">
          {announcement}
        </p>
      </div>
    </section>
  );
}

const SLIDES = {
  current: `${css.slide} ${css.current}`,
  before: `${css.slide} ${css.before}`,
  after: `${css.slide} ${css.after}`,
};

interface SlideProps {
  citation: Citation;
  side: 'current' | 'before' | 'after';
  label: string;
  /** Whether to show where a missing source can be added. */
  mayEdit: boolean;
}

function Slide({ citation, side, label, mayEdit }: SlideProps) {
  const { value, label: title, text, source, url } = citation;
  return (
    <figure
      className={SLIDES[side]}
      aria-roledescription="slide"
      aria-label={label}
      inert={side !== 'current'}
    >
      <div className={css.number} aria-hidden="true">
        {value}
        <sup>%</sup>
      </div>
      <blockquote>
        <h2>
          <span className="sr">{value}% </span>
          {title}
        </h2>
        <p>{text}</p>
        {source ? (
          <cite>{url ? <a href={url}>{source}</a> : source}</cite>
        ) : mayEdit ? (
          <cite>
            Source: <Link href="/admin/settings">add it in Settings</Link>
          </cite>
        ) : null}
      </blockquote>
    </figure>
  );
}

/** Returns touch handlers that move the carousel on a horizontal swipe with one finger. */
function useSwipe(turn: (by: number) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!touch || !from.current) return;
      const x = touch.clientX - from.current.x;
      if (Math.abs(x) > SWIPE && Math.abs(x) > 1.5 * Math.abs(touch.clientY - from.current.y))
        turn(x < 0 ? 1 : -1);
      from.current = null;
    },
  };
}
