import { type KeyboardEvent, useState } from 'react';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Icon } from '#platform/design/icon.tsx';
import { readCitations, step } from './citations.ts';

/** Three citations, turned by hand alone: arrows, dots, arrow keys; the index wraps. */
export function CitationCarousel() {
  const citations = readCitations(useSettings()('landing.citations'));
  const [{ place, forward, turned }, setTurn] = useState({ place: 0, forward: true, turned: false });
  const turn = (by: number) =>
    setTurn((now) => ({ place: step(now.place, by, citations.length), forward: by > 0, turned: true }));
  const goTo = (to: number) => setTurn((now) => ({ place: to, forward: to > now.place, turned: true }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  const citation = citations[place];
  if (!citation) return null;
  const motion = turned ? (forward ? ' from-right' : ' from-left') : '';
  return (
    <section
      className="cite"
      aria-roledescription="carousel"
      aria-label="What the research says"
      onKeyDown={onKeyDown}
    >
      <div className="wrap cite-row">
        {/* A new key starts the transition anew. */}
        <div className={`num${motion}`} key={`n${place}`} aria-hidden="true">
          {citation.value}
          <sup>%</sup>
        </div>
        <div aria-live="polite">
          <blockquote
            className={motion.trim()}
            key={`q${place}`}
            aria-roledescription="slide"
            aria-label={`${place + 1} of ${citations.length}`}
          >
            <h2>
              <span className="sr">{citation.value}% </span>
              {citation.label}
            </h2>
            <p>{citation.text}</p>
            {citation.source ? (
              <cite>{citation.url ? <a href={citation.url}>{citation.source}</a> : citation.source}</cite>
            ) : null}
          </blockquote>
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
                aria-label={`Citation ${dot + 1} of ${citations.length}: ${label}`}
                aria-current={dot === place ? 'true' : undefined}
                onClick={() => goTo(dot)}
              />
            ))}
          </div>
          <button className="icon-btn" type="button" aria-label="Next citation" onClick={() => turn(1)}>
            <Icon name="right" />
          </button>
        </div>
      </div>
    </section>
  );
}
