import { useQuery } from '@tanstack/react-query';
import { BLURB_DEFAULTS, type BlurbKey } from '#features/settings/shared/blurb-defaults.ts';
import { settingsQuery } from '#features/settings/web/site-settings.ts';
import { useApi } from '#platform/web/page.ts';
import * as css from './feature-blurbs.module.css';

const BLURBS: readonly { title: string; time: string; key: BlurbKey }[] = [
  { title: 'Droplets', time: '1 minute', key: 'landing.droplets' },
  { title: 'Waves', time: '20 minutes', key: 'landing.waves' },
  { title: 'Oceans', time: 'As long as you like', key: 'landing.oceans' },
];

/** Droplets, waves and oceans as three sounding lines. A longer line means more time. */
export function FeatureBlurbs() {
  const { data } = useQuery(settingsQuery(useApi()));
  return (
    <section className={css.section} aria-label="How it works">
      <div className={`wrap ${css.columns}`}>
        {BLURBS.map(({ title, time, key }) => (
          <article key={title}>
            <span className={css.time}>{time}</span>
            <h2>{title}</h2>
            <p>{data?.find((setting) => setting.key === key)?.value ?? BLURB_DEFAULTS[key]}</p>
          </article>
        ))}
      </div>
    </section>
  );
}
