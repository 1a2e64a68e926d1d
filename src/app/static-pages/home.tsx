import { useQuery } from '@tanstack/react-query';
import { ContinueSlot } from '#features/catalogue/web/continue/continue-slot.tsx';
import { CardSkeletons } from '#features/catalogue/web/grid/card-skeletons.tsx';
import { OceanGrid } from '#features/catalogue/web/grid/ocean-grid.tsx';
import { oceansQuery } from '#features/catalogue/web/items/queries.ts';
import { Head } from '#features/settings/web/head.tsx';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { useIntro } from '#features/settings/web/texts/use-intro.ts';
import { Hero } from '#features/signups/web/landing/hero.tsx';
import { EmptyState } from '#platform/design/state/empty-state.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import * as css from './home.module.css';

/** Specification, section 9. */
const SKELETONS = 4;

/** The front page for visitors who have entered. */
export function Home() {
  const setting = useSettings();
  const siteTitle = setting('site.title');
  return (
    <>
      <Head title={siteTitle} path="/" />
      <Hero title={`Welcome to ${siteTitle}`}>
        <p className="intro">{useIntro('home.intro')}</p>
        <ContinueSlot short />
        <div className="row">
          <Link className={`btn ${css.oceans}`} href="/app">
            Knowledge Oceans
          </Link>
          <Link className="btn line" href="/explore">
            Explore Droplets
          </Link>
        </div>
      </Hero>
      <section className="section wrap" aria-label="Oceans">
        <Oceans />
      </section>
    </>
  );
}

function Oceans() {
  const { data: oceans, isError } = useQuery(oceansQuery(useApi()));
  const failure = isError ? (
    <EmptyState failed title="Error loading oceans. Please try again later." />
  ) : null;
  if (!oceans) return failure ?? <CardSkeletons count={SKELETONS} />;
  if (oceans.length === 0) return <EmptyState title="No knowledge oceans available yet" />;
  return (
    <>
      <OceanGrid oceans={oceans} />
      {failure}
    </>
  );
}
