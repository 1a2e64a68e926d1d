import { useQuery } from '@tanstack/react-query';
import { Head } from '#features/settings/web/head.tsx';
import { PageSpinner } from '#platform/design/spinner.tsx';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import { OceanGrid } from './ocean-grid.tsx';
import { loadOceans, oceansQuery } from './queries.ts';
import { QuietState } from './quiet-state.tsx';

const INTRO =
  'Broad topics. Each holds waves, the 20-minute deep dives, and each wave holds droplets of about a minute.';
/** It breaks at no hyphen. */
const LENGTH = '20-minute';
const [BEFORE, AFTER] = INTRO.split(LENGTH);

export async function load(context: LoadContext): Promise<undefined> {
  await loadOceans(context);
}

/** /app: Knowledge Oceans. */
export function Page() {
  return (
    <div className="wrap">
      <Head title="Knowledge Oceans" description={INTRO} path="/app" />
      <div className="head">
        <div>
          <h1>Knowledge Oceans</h1>
          <p className="intro">
            {BEFORE}
            <span className="unbroken">{LENGTH}</span>
            {AFTER}
          </p>
        </div>
        <LayoutSwitch current="/app" />
      </div>
      <Oceans />
    </div>
  );
}

function Oceans() {
  const { data: oceans, isError } = useQuery(oceansQuery(useApi()));
  if (isError) return <QuietState failed title="Error loading oceans. Please try again later." />;
  if (!oceans) return <PageSpinner />;
  if (oceans.length === 0) return <QuietState title="No knowledge oceans available yet" />;
  return <OceanGrid oceans={oceans} className="grid-3 page-grid" />;
}
