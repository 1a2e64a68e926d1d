import * as css from './feature-blurbs.module.css';

const BLURBS = [
  {
    title: 'Droplets',
    time: '1 minute',
    text:
      '1-minute micro-lessons. One idea and one thing to try, mostly on video. Short enough for any ' +
      'break.',
  },
  {
    title: 'Waves',
    time: '20 minutes',
    text:
      '20-minute deep dives. A few droplets that build on each other, ' +
      'for when you have a little more time.',
  },
  {
    title: 'Oceans',
    time: 'As long as you like',
    text: 'Broad topics such as focus, rest and breath. Come back to them as often as you like.',
  },
];

/** Droplets, waves and oceans as three sounding lines: a longer line means a longer stay. */
export function FeatureBlurbs() {
  return (
    <section className={css.section} aria-label="How it works">
      <div className={`wrap ${css.columns}`}>
        {BLURBS.map(({ title, time, text }) => (
          <article key={title}>
            <span className={css.time}>{time}</span>
            <h2>{title}</h2>
            <p>{text}</p>
          </article>
        ))}
      </div>
    </section>
  );
}
