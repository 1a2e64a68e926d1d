import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Icon } from '#platform/design/icon.tsx';
import { type Citation, readCitations, sideOf, step } from './citations.ts';

/** A finger that has moved this many px sideways turns the carousel. */
const SWIPE = 40;

/** Three citations, turned by hand alone: arrows, dots, arrow keys, a finger; the index wraps. */
export function CitationCarousel() {
  const citations = readCitations(useSettings()('landing.citations'));
  const count = citations.length;
  const [place, setPlace] = useState(0);
  /** What is read out once it has turned. */
  const [said, setSaid] = useState('');
  const goTo = (to: number) => {
    setPlace(to);
    const shown = citations[to];
    if (shown) setSaid(`${to + 1} of ${count}: ${shown.value}% ${shown.label}. ${shown.text}`);
  };
  const turn = (by: number) => goTo(step(place, by, count));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  return (
    <section
      className="cite"
      aria-roledescription="carousel"
      aria-label="What the research says"
      onKeyDown={onKeyDown}
      {...useSideways(turn)}
    >
      <div className="wrap cite-row">
        <div className="cite-slides">
          {citations.map((citation, index) => (
            <Slide
              key={citation.label}
              citation={citation}
              side={sideOf(index, place, count)}
              label={`${index + 1} of ${count}`}
            />
          ))}
        </div>
        <div className="ctl">
          <button className="icon-btn" type="button" aria-label="Previous citation" onClick={() => turn(-1)}>
            <Icon name="left" />
          </button>
          <div className="dots">
            {citations.map(({ label }, dot) => (
              <button
                key={label}
                type="button"
                aria-label={`Citation ${dot + 1} of ${count}: ${label}`}
                aria-current={dot === place ? 'true' : undefined}
                onClick={() => goTo(dot)}
              />
            ))}
          </div>
          <button className="icon-btn" type="button" aria-label="Next citation" onClick={() => turn(1)}>
            <Icon name="right" />
          </button>
        </div>
        <p className="sr" aria-live="polite">
          {said}
        </p>
      </div>
    </section>
  );
}

interface SlideProps {
  citation: Citation;
  side: 'current' | 'before' | 'after';
  label: string;
}

function Slide({ citation: { value, label: title, text, source, url }, side, label }: SlideProps) {
  return (
    <figure
      className={`cite-slide ${side}`}
      aria-roledescription="slide"
      aria-label={label}
      inert={side !== 'current'}
    >
      <div className="num" aria-hidden="true">
        {value}
        <sup>%</sup>
      </div>
      <blockquote>
        <h2>
          <span className="sr">{value}% </span>
          {title}
        </h2>
        <p>{text}</p>
        {source ? <cite>{url ? <a href={url}>{source}</a> : source}</cite> : null}
      </blockquote>
    </figure>
  );
}

/** One finger moved left or right. */
function useSideways(turn: (by: number) => void) {
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
