import { useEffect, useMemo, useRef, useState } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import { dropletsQuery, oceansQuery, wavesQuery } from '#features/catalogue/web/items/queries.ts';
import { stopNote, useFilesOnTheirWay } from '#features/uploads/web/files-on-their-way.tsx';
import { UnfinishedUploads } from '#features/uploads/web/unfinished-uploads.tsx';
import { useUnsavedGuard } from '#platform/design/form/use-unsaved-guard.tsx';
import { TabPanel, Tabs } from '#platform/design/tabs.tsx';
import { Link } from '#platform/web/link.tsx';
import type { LoadContext, LoadResult } from '#platform/web/page.ts';
import { AdminFrame, loadForEditors, useIsAdmin } from '../admin-frame.tsx';
import { HISTORY_PATH } from '../history/history-address.ts';
import { planQuery } from '../schedule/schedule-calls.ts';
import { ALL_SIGNUPS, signupsQuery } from '../signups/signup-queries.ts';
import { SignupsPanel } from '../signups/signups-panel.tsx';
import { TransferPanel } from '../transfer/transfer-panel.tsx';
import {
  addressOfTab,
  CONTENT_PATH,
  type ContentAddress,
  type ContentTab,
  readAddress,
  useContentAddress,
} from './content-address.ts';
import { KINDS } from './content-kinds.ts';
import * as css from './content-panel.module.css';
import { ItemPanel } from './item-panel.tsx';
import { chosen, useLists, whyClosed } from './use-lists.ts';
import { useLiveLists } from './use-live-lists.ts';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  const { api, queries, search } = context;
  const isAdmin = (await queries.fetchQuery(userQuery(api)))?.role === 'admin';
  const address = addressFor(readAddress(search), isAdmin);
  const type = (Object.keys(KINDS) as ItemType[]).find((each) => KINDS[each].names === address.tab);
  await Promise.all([
    loadLists(context, address),
    type && address.edit !== null ? queries.prefetchQuery(planQuery(api, type, address.edit)) : undefined,
  ]);
  return undefined;
}

async function loadLists({ api, queries }: LoadContext, address: ContentAddress): Promise<void> {
  const oceans = await queries.fetchQuery(oceansQuery(api));
  if (address.tab === 'signups') await queries.fetchInfiniteQuery(signupsQuery(api, ALL_SIGNUPS));
  const ocean = chosen(oceans, address.ocean, address.tab !== 'oceans' && address.tab !== 'signups');
  if (!ocean) return;
  const waves = await queries.fetchQuery(wavesQuery(api, ocean.id));
  const wave = chosen(waves, address.wave, address.tab === 'droplets');
  if (wave && address.tab === 'droplets') await queries.fetchQuery(dropletsQuery(api, wave.id));
}

/** Replaces the tab of email signups for editors, because only administrators may see it. */
const addressFor = (address: ContentAddress, isAdmin: boolean): ContentAddress =>
  address.tab === 'signups' && !isAdmin ? { ...address, tab: 'oceans' } : address;

/** /admin/content: oceans, waves, droplets and, for administrators, email signups. */
export function Page() {
  return (
    <AdminFrame forEditors title="Content Management" path={CONTENT_PATH} heading="Content Management">
      <Content />
      <UnfinishedUploads />
    </AdminFrame>
  );
}

const LABEL = 'Content';

function Content() {
  const [asked, go] = useContentAddress();
  const isAdmin = useIsAdmin();
  const address = useMemo(() => addressFor(asked, isAdmin), [asked, isAdmin]);
  const [typed, setTyped] = useState(false);
  const files = useFilesOnTheirWay();
  const dirty = typed || files.names.length > 0;
  const { ask, dialog } = useUnsavedGuard(typed, stopNote(files.names));
  const lists = useLists(address);
  useLiveLists(lists);
  const { oceans, waves, ocean, wave, tab } = lists;

  // The URL may have a missing item, or lack a required one.
  const oceanId = ocean?.id ?? null;
  const waveId = wave?.id ?? null;
  useEffect(() => {
    if (!lists.settled || tab === 'signups') return;
    if (tab !== asked.tab || oceanId !== address.ocean || waveId !== address.wave)
      go({ ...address, tab, ocean: oceanId, wave: waveId }, { replace: true });
  }, [lists.settled, tab, oceanId, waveId, asked, address, go]);

  const drilled = useRef(false);
  const goTo = (next: ContentAddress) => ask(dirty, () => go(next));
  /** Renders the panel of a level's items in their parent. `below`: address of the items in one of them. */
  const panelOf = (kind: ItemType, parent: Ocean | Wave | null, below: (id: number) => ContentAddress) => {
    const { names } = KINDS[kind];
    const { data, isError } = lists[names];
    return (
      <ItemPanel
        key={`${names}-${parent?.id}`}
        kind={kind}
        items={data}
        failed={isError && data === undefined}
        queryKey={lists.keys[names]}
        parentId={parent?.id ?? null}
        within={parent?.title ?? null}
        oceans={oceans.data ?? []}
        waves={waves.data ?? []}
        edit={address.edit}
        dirty={dirty}
        onDirty={setTyped}
        files={files}
        onEdit={(edit) => go({ ...address, edit })}
        onDrill={({ id }) => {
          drilled.current = true;
          go(below(id));
        }}
        drilled={drilled}
        ask={ask}
      />
    );
  };
  const closed = whyClosed(lists);
  return (
    <>
      <Tabs<ContentTab>
        label={LABEL}
        current={tab}
        onChoose={(next) => goTo(addressOfTab(next, address, oceans.data ?? [], waves.data ?? []))}
        tabs={tabsFor(isAdmin, closed)}
      />
      {dialog}
      <TabPanel label={LABEL} current={tab}>
        {tab === 'oceans'
          ? panelOf('ocean', null, (id) => ({ tab: 'waves', ocean: id, wave: null, edit: null }))
          : null}
        {tab === 'waves' && ocean
          ? panelOf('wave', ocean, (id) => ({ tab: 'droplets', ocean: ocean.id, wave: id, edit: null }))
          : null}
        {tab === 'droplets' && wave ? panelOf('droplet', wave, () => address) : null}
        {tab === 'signups' ? <SignupsPanel /> : null}
      </TabPanel>
      <div className={css.disclosures}>
        <TransferPanel wave={tab === 'droplets' ? wave : null} />
        <HistoryLink />
      </div>
    </>
  );
}

const tabsFor = (isAdmin: boolean, closed: { waves?: string; droplets?: string }) => [
  { name: 'oceans' as const, label: 'Oceans' },
  { name: 'waves' as const, label: 'Waves', closed: closed.waves },
  { name: 'droplets' as const, label: 'Droplets', closed: closed.droplets },
  ...(isAdmin ? [{ name: 'signups' as const, label: 'Email Signups' }] : []),
];

const HistoryLink = () => (
  <p>
    <Link className="btn quiet sm" href={HISTORY_PATH}>
      History of all changes
    </Link>
  </p>
);
