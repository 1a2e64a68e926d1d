import { useQuery } from '@tanstack/react-query';
import { OceanGrid } from '#features/catalogue/web/ocean-grid.tsx';
import { oceansQuery } from '#features/catalogue/web/queries.ts';
import { QuietState } from '#features/catalogue/web/quiet-state.tsx';
import { CardSkeletons } from '#features/catalogue/web/skeletons.tsx';
import { Head } from '#features/settings/web/head.tsx';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Hero } from '#features/signups/web/hero.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';

/** Specification, section 9. */
const SKELETONS = 4;

/** The front page of one who has entered. */
export function Home() {
  const setting = useSettings();
  const siteTitle = setting('site.title');
  return (
    <>
      <Head title={siteTitle} path="/" />
      <Hero title={`Welcome to ${siteTitle}`}>
        <div className="hero-form">
          <p className="intro">
            Waves are 20-minute deep dives. Droplets are 1-minute micro-lessons. Start wherever you like.
          </p>
          <div className="row">
            <Link className="btn" href="/app">
              Knowledge Oceans
            </Link>
            <Link className="btn line" href="/explore">
              Explore Droplets
            </Link>
          </div>
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
  if (isError) return <QuietState failed title="Error loading oceans. Please try again later." />;
  if (!oceans) return <CardSkeletons count={SKELETONS} />;
  if (oceans.length === 0) return <QuietState title="No knowledge oceans available yet" />;
  return <OceanGrid oceans={oceans} />;
}
