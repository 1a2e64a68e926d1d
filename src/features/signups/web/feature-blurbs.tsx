import type { CSSProperties } from 'react';

const BLURBS = [
  {
    title: 'Droplets',
    time: '1 minute',
    depth: '3.5rem',
    text: '1-minute micro-lessons. One idea, one thing to try, mostly on video. Short enough for the kettle.',
  },
  {
    title: 'Waves',
    time: '20 minutes',
    depth: '8.5rem',
    text: '20-minute deep dives. A handful of droplets in a sensible order, for when you have the length of a train ride.',
  },
  {
    title: 'Oceans',
    time: 'As long as you like',
    depth: '14rem',
    text: 'Broad topics such as focus, rest and breath. Somewhere to come back to for years.',
  },
];

/** Three soundings: the deeper the lead hangs, the longer one stays. */
export function FeatureBlurbs() {
  return (
    <section className="plumb" aria-label="How it works">
      <div className="wrap plumb-row">
        {BLURBS.map(({ title, time, depth, text }) => (
          <article key={title} style={{ '--drop': depth } as CSSProperties}>
            <span className="tm">{time}</span>
            <h2>{title}</h2>
            <p>{text}</p>
          </article>
        ))}
      </div>
    </section>
  );
}
