import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'wouter';
import { AdminFrame, loadAdmin } from '#features/admin/web/admin-frame.tsx';
import type { Setting, SettingCategory } from '#features/settings/contract/schemas.ts';
import { stopNote, useFilesOnTheirWay } from '#features/uploads/web/files-on-their-way.tsx';
import { useUnsavedGuard } from '#platform/design/form/use-unsaved-guard.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { TabPanel, Tabs } from '#platform/design/tabs.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { allSettingsQuery } from './all-settings.ts';
import { CreateSettingForm } from './create-setting-form.tsx';
import { DeleteSetting } from './delete-setting.tsx';
import { KnownSettingsList } from './known-settings-list.tsx';
import { CATEGORIES } from './setting-categories.ts';
import type { LaterWords } from './setting-form-schema.ts';
import { SettingList } from './setting-list.tsx';
import { editButtonId } from './setting-row.tsx';
import * as css from './settings.module.css';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  await context.queries.prefetchQuery(allSettingsQuery(context.api));
  return undefined;
}

/** /admin/settings. */
export function Page() {
  return (
    <AdminFrame title="Settings Management" heading="Site Settings" path="/admin/settings">
      <SiteSettings />
    </AdminFrame>
  );
}

const FAILED = 'Error loading settings. Please try again.';
const TABS = 'Settings';

function SiteSettings() {
  const { data: settings, isError, refetch } = useQuery(allSettingsQuery(useApi()));
  const [search, setSearch] = useSearchParams();
  const category = CATEGORIES.find(({ name }) => name === search.get('tab'))?.name ?? 'general';

  const [edited, setEdited] = useState<Setting | null>(null);
  const [later, setLater] = useState<LaterWords | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  /** `time` increments to remount the form for a new setting. */
  const [start, setStart] = useState({ time: 0, key: '' });
  const [editUnsaved, setEditUnsaved] = useState(false);
  const [createUnsaved, setCreateUnsaved] = useState(false);
  const editFiles = useFilesOnTheirWay();
  const createFiles = useFilesOnTheirWay();
  const { ask, dialog } = useUnsavedGuard(
    editUnsaved || createUnsaved,
    stopNote([...editFiles.names, ...createFiles.names]),
  );
  const isEditSending = editFiles.names.length > 0;
  const losesEdit = editUnsaved || isEditSending;

  const show = (tab: SettingCategory) => setSearch(tab === 'general' ? {} : { tab }, { replace: true });
  const chooseTab = (tab: SettingCategory) =>
    ask(losesEdit, () => {
      setEdited(null);
      show(tab);
    });
  const open = (setting: Setting, words: LaterWords | null) => {
    setLater(words);
    setEdited(setting);
  };
  const edit = (setting: Setting) => ask(losesEdit, () => open(setting, null));
  const endEdit = (key: string) => {
    setEdited(null);
    focusSoon(editButtonId(key));
  };
  const begin = useCallback((key: string) => setStart(({ time }) => ({ time: time + 1, key })), []);

  if (!settings) return isError ? <LoadFailure title={FAILED} onRetry={refetch} /> : <PageSpinner />;
  return (
    <>
      <Tabs label={TABS} tabs={CATEGORIES} current={category} onChoose={chooseTab} />
      <div className="admin-split">
        <TabPanel label={TABS} current={category} className={css.panel}>
          {isError ? <LoadFailure title={FAILED} onRetry={refetch} /> : null}
          <SettingList
            settings={settings.filter((setting) => setting.category === category)}
            edited={edited}
            later={later}
            onEdit={edit}
            onDelete={setDeleting}
            onUnsaved={setEditUnsaved}
            files={editFiles}
            onSaved={endEdit}
            onCancel={(key) => ask(isEditSending, () => endEdit(key))}
          />
          <KnownSettingsList
            category={category}
            settings={settings}
            disabled={edited !== null}
            onChoose={(key) => ask(createUnsaved || createFiles.names.length > 0, () => begin(key))}
          />
        </TabPanel>
        <CreateSettingForm
          key={start.time}
          category={category}
          startKey={start.key}
          disabled={edited !== null}
          onUnsaved={setCreateUnsaved}
          files={createFiles}
          onCreated={(setting, words) => {
            begin('');
            show(setting.category);
            if (words) open(setting, words);
            else focusSoon(editButtonId(setting.key));
          }}
        />
      </div>
      <DeleteSetting
        settingKey={deleting}
        onDone={(deleted) => {
          setDeleting(null);
          if (deleted && edited?.key === deleting) setEdited(null);
          if (deleted) focusSoon(`${TABS.toLowerCase()}-${category}-tab`);
        }}
      />
      {dialog}
    </>
  );
}

/** Focuses an element after the next render. */
const focusSoon = (id: string) => setTimeout(() => document.getElementById(id)?.focus());
