import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { PageSpinner } from '#platform/design/spinner.tsx';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import type { Droplet, TreeOcean } from '../contract.ts';
import { many } from './counts.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import { dropletQuery, dropletsQuery } from './queries.ts';
import { CONTENT_ERROR, QuietState } from './quiet-state.tsx';
import { TreeOceanItem } from './tree-ocean-item.tsx';
import { treeQuery } from './tree-queries.ts';
import { useDropletViewer } from './use-droplet-viewer.tsx';
import { type Tree, useTree } from './use-tree.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { openDropletId } from './viewer-address.ts';
import { loadOpenDroplet } from './viewer-code.ts';
import { WindowedList } from './windowed-list.tsx';

const ABOUT = 'Every ocean, its waves and their droplets, on one page.';

export async function load(context: LoadContext): Promise<undefined> {
  const { api, queries, search } = context;
  const openId = openDropletId(search);
  await Promise.all([queries.fetchQuery(treeQuery(api)), loadOpenDroplet(context, [])]);
  const open = openId === null ? null : queries.getQueryData(dropletQuery(api, openId).queryKey);
  if (open) await queries.prefetchQuery(dropletsQuery(api, open.waveId));
}

/** /tree: the whole hierarchy. */
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
        <QuietState failed title={CONTENT_ERROR} />
      ) : data === undefined ? (
        <PageSpinner text="Loading your knowledge journey..." />
      ) : data.length === 0 ? (
        <QuietState title="No content available yet. Check back later." />
      ) : (
        <Oceans oceans={data} tree={tree} />
      )}
    </div>
  );
}

function Oceans({ oceans, tree }: { oceans: TreeOcean[]; tree: Tree }) {
  const { linkTo, viewer } = useDropletViewer(useOpenWave());
  const { active, activeLine, toggle, onKeyDown, onFocus } = useTreeKeys(tree);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the lines inside */}
      <div className="tree-ground" onKeyDown={onKeyDown} onFocus={onFocus}>
        <WindowedList
          className="tree"
          role="tree"
          label="Overview"
          items={oceans}
          memory={oceans}
          keyOf={({ id }) => id}
          pinned={activeLine ? [activeLine.oceanPlace] : []}
          render={(ocean, place) => (
            <TreeOceanItem
              ocean={ocean}
              place={place}
              count={oceans.length}
              tree={tree}
              active={active}
              activeWave={activeLine?.oceanPlace === place ? activeLine.wavePlace : -1}
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

const NO_DROPLETS: Droplet[] = [];

/** The wave of the droplet that is open: its droplets are the viewer's list. */
function useOpenWave(): readonly Droplet[] {
  const api = useApi();
  const openId = openDropletId(useSearch());
  const { data: droplet } = useQuery({ ...dropletQuery(api, openId ?? 0), enabled: openId !== null });
  const { data } = useQuery({ ...dropletsQuery(api, droplet?.waveId ?? 0), enabled: Boolean(droplet) });
  return data ?? NO_DROPLETS;
}

/** Counts what came with the tree: of a large catalogue the droplets are not counted for a sentence's sake. */
function introOf(oceans: readonly TreeOcean[]): string {
  const waves = oceans.reduce((sum, ocean) => sum + ocean.waveCount, 0);
  const droplets = oceans
    .flatMap((ocean) => ocean.waves ?? [])
    .reduce((sum, wave) => sum + wave.dropletCount, 0);
  const whole = oceans.every((ocean) => ocean.waves !== null);
  const counts = [
    many(oceans.length, 'ocean'),
    many(waves, 'wave'),
    ...(whole ? [many(droplets, 'droplet')] : []),
  ];
  // A number stays with what it counts.
  return `Everything here, on one page: ${counts.map((count) => count.replace(' ', '\u00a0')).join(', ')}.`;
}
