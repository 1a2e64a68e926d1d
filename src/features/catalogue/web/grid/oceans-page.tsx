import { useQuery } from '@tanstack/react-query';
import { createElement, Fragment } from 'react';
import { Head } from '#features/settings/web/head.tsx';
import { useIntro } from '#features/settings/web/texts/use-intro.ts';
import { EmptyState } from '#platform/design/state/empty-state.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import { ContinueSlot } from '../continue/continue-slot.tsx';
import { LayoutSwitch } from '../items/layout-switch.tsx';
import { loadOceans, oceansQuery } from '../items/queries.ts';
import { OceanGrid } from './ocean-grid.tsx';

/** A length, which must not break at its hyphen. In a text split by it, every second part is a length. */
const LENGTH = /(\d{1,4}-minute)/;
const unbroken = (part: string, index: number) =>
  index % 2 === 1 ? createElement('span', { className: 'unbroken' }, part) : part;

export async function load(context: LoadContext): Promise<undefined> {
  await loadOceans(context);
}

/** /app: all oceans. */
export function Page() {
  const intro = useIntro('oceans.intro');
  return (
    <div className="wrap">
      <Head title="Knowledge Oceans" description={intro} path="/app" />
      <div className="head">
        <div>
          <h1>Knowledge Oceans</h1>
          <p className="intro">{createElement(Fragment, null, ...intro.split(LENGTH).map(unbroken))}</p>
        </div>
        <LayoutSwitch current="/app" />
      </div>
      <ContinueSlot />
      <Oceans />
    </div>
  );
}

function Oceans() {
  const { data: oceans, isError } = useQuery(oceansQuery(useApi()));
  const failure = isError ? (
    <EmptyState failed title="Error loading oceans. Please try again later." />
  ) : null;
  if (!oceans) return failure ?? <PageSpinner />;
  if (oceans.length === 0) return <EmptyState title="No knowledge oceans available yet" />;
  return (
    <>
      <OceanGrid oceans={oceans} endsPage />
      {failure}
    </>
  );
}
