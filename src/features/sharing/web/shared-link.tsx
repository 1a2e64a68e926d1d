import { Cover } from '#features/catalogue/web/covers/cover.tsx';
import { CoverFrame } from '#features/catalogue/web/covers/cover-frame.tsx';
import { AccessBadge } from '#features/catalogue/web/items/card/access-badge.tsx';
import { formatDuration } from '#features/catalogue/web/items/duration.ts';
import { Head } from '#features/settings/web/head.tsx';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { CitationCarousel } from '#features/signups/web/landing/citation-carousel.tsx';
import { FeatureBlurbs } from '#features/signups/web/landing/feature-blurbs.tsx';
import { SignUp } from '#features/signups/web/landing/sign-up.tsx';
import { classNames } from '#platform/design/class-names.ts';
import type { SharedItem } from '../contract/schemas.ts';
import { itemPath } from '../shared/item-address.ts';
import * as css from './shared-link.module.css';

/** Names of the page that opens after the entry. */
const NEXT = { ocean: 'This ocean', wave: 'This wave', droplet: 'This lesson' } as const;

/** Length in characters above which a title gets a smaller font. */
const LONG_TITLE = 40;

/** The landing page with a shared link's item above the form. */
export function SharedLink({ item }: { item: SharedItem }) {
  const { kind, title, description } = item;
  return (
    <>
      <Head title={title} description={description} path={itemPath(kind, item)} ofItem />
      <SignUp source="gate" frame={(form) => <Invitation item={item}>{form}</Invitation>} />
      <FeatureBlurbs />
      <CitationCarousel />
    </>
  );
}

function Invitation({ item, children }: { item: SharedItem; children: React.ReactNode }) {
  const { kind, title, description, duration, within } = item;
  const setting = useSettings();
  const meta = [duration > 0 ? formatDuration(duration) : '', within.join(' / ')].filter(Boolean);
  // Letters with descenders would overlap the water.
  const stands = !/[gjpqyJQ,;]/.test(title);
  return (
    <section className={css.ground} data-part="landing-hero">
      <div className={classNames('wrap', css.columns, kind !== 'droplet' && css.wide)}>
        <CoverFrame kind={kind} className={css.picture}>
          <Cover kind={kind} of={item} own />
        </CoverFrame>
        <div className={css.above}>
          <div className={`row ${css.facts}`}>
            <span className="meta">{meta.join(' · ')}</span>
            {item.locked ? <AccessBadge of={{ accessType: 'premium', locked: true }} /> : null}
          </div>
          <h1 className={classNames(stands && css.stands, title.length > LONG_TITLE && css.long)}>{title}</h1>
        </div>
        <div className={css.below}>
          <p className={`intro ${css.line}`}>{description}</p>
          <h2 className={css.invitation}>{setting('hero.title')}</h2>
          {children}
          <p className={css.hint}>
            {NEXT[kind]} opens next. New here? You can start now. Been here before? We send a sign-in link
            that expires in 15 minutes.
          </p>
        </div>
      </div>
    </section>
  );
}
