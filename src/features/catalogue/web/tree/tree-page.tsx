import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { WindowedList } from '#platform/design/list/windowed-list.tsx';
import { CONTENT_ERROR, EmptyState } from '#platform/design/state/empty-state.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { many } from '#platform/web/counts.ts';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import type { Droplet, TreeOcean } from '../../contract/schemas.ts';
import { LayoutSwitch } from '../items/layout-switch.tsx';
import { NO_DROPLETS } from '../items/no-droplets.ts';
import { dropletQuery, dropletsQuery } from '../items/queries.ts';
import { useDroplet } from '../items/use-item.ts';
import { loadOpenDroplet } from '../viewer/load-viewer.ts';
import { useDropletViewer } from '../viewer/use-droplet-viewer.tsx';
import { openDropletId } from '../viewer/viewer-address.ts';
import { TreeOceanItem } from './tree-ocean-item.tsx';
import * as css from './tree-page.module.css';
import { treeQuery } from './tree-queries.ts';
import { type Tree, useTree } from './use-tree.ts';
import { useTreeKeys } from './use-tree-keys.ts';

const ABOUT = 'Every ocean, its waves and their droplets, on one page.';

export async function load(context: LoadContext): Promise<undefined> {
  const { api, queries, search } = context;
  const openId = openDropletId(search);
  await Promise.all([queries.fetchQuery(treeQuery(api)), loadOpenDroplet(context, [])]);
  const open = openId === null ? null : queries.getQueryData(dropletQuery(api, openId).queryKey);
  if (open) await queries.prefetchQuery(dropletsQuery(api, open.waveId));
}

/** /tree: all oceans, waves and droplets. */
export function Page() {
  const { data, isError, tree } = useTree();
  return (
    <div className="wrap">
      <Head title="Overview" description={ABOUT} path="/tree" />
      <div className="head">
        <div>
          <h1>Overview</h1>
          <p className="intro">{data?.length ? introOf(data) : ABOUT}</p>
        </div>
        <LayoutSwitch current="/tree" />
      </div>
      {isError ? (
        <EmptyState failed title={CONTENT_ERROR} />
      ) : data === undefined ? (
        <PageSpinner text="Loading your knowledge journey..." />
      ) : data.length === 0 ? (
        <EmptyState title="No content available yet. Check back later." />
      ) : (
        <Oceans oceans={data} tree={tree} />
      )}
    </div>
  );
}

function Oceans({ oceans, tree }: { oceans: TreeOcean[]; tree: Tree }) {
  const { linkTo, viewer } = useDropletViewer(useOpenWaveDroplets());
  const { active, activeLine, toggle, onKeyDown, onFocus } = useTreeKeys(tree);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the lines inside have the roles */}
      <div onKeyDown={onKeyDown} onFocus={onFocus}>
        <WindowedList
          className={css.tree}
          role="tree"
          label="Overview"
          items={oceans}
          memory={oceans}
          keyOf={({ id }) => id}
          pinned={activeLine ? [activeLine.oceanIndex] : []}
          render={(ocean, index) => (
            <TreeOceanItem
              ocean={ocean}
              index={index}
              count={oceans.length}
              tree={tree}
              active={active}
              activeWave={activeLine?.oceanIndex === index ? activeLine.waveIndex : -1}
              toggle={toggle}
              linkTo={linkTo}
            />
          )}
        />
      </div>
      {viewer}
    </>
  );
}

/** Returns the droplets of the open droplet's wave, the viewer's list. */
function useOpenWaveDroplets(): readonly Droplet[] {
  const openId = openDropletId(useSearch());
  const { data: droplet } = useDroplet(openId ?? undefined);
  const { data } = useQuery({ ...dropletsQuery(useApi(), droplet?.waveId ?? 0), enabled: Boolean(droplet) });
  return data ?? NO_DROPLETS;
}

/** Counts the items in the response. A large catalogue's response has no droplets, so the line omits them. */
function introOf(oceans: readonly TreeOcean[]): string {
  const waves = oceans.reduce((sum, ocean) => sum + ocean.waveCount, 0);
  const droplets = oceans
    .flatMap((ocean) => ocean.waves ?? [])
    .reduce((sum, wave) => sum + wave.dropletCount, 0);
  const complete = oceans.every((ocean) => ocean.waves !== null);
  const counts = [
    many(oceans.length, 'ocean'),
    many(waves, 'wave'),
    ...(complete ? [many(droplets, 'droplet')] : []),
  ];
  // No line break between a number and its noun.
  return `Everything on one page: ${counts.map((count) => count.replace(' ', '\u00a0')).join(', ')}.`;
}
