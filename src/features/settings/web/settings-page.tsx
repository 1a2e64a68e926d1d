import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'wouter';
import { AdminFrame, loadAdmin } from '#features/admin/web/admin-frame.tsx';
import { LoadFailure } from '#features/admin/web/load-failure.tsx';
import { useUnsavedGuard } from '#features/admin/web/use-unsaved-guard.tsx';
import { PageSpinner } from '#platform/design/spinner.tsx';
import { TabPanel, Tabs } from '#platform/design/tabs.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Setting, SettingCategory } from '../contract.ts';
import { CreateSettingForm } from './create-setting-form.tsx';
import { DeleteSetting } from './delete-setting.tsx';
import { KnownSettingsList } from './known-settings-list.tsx';
import { CATEGORIES } from './setting-categories.ts';
import { SettingList } from './setting-list.tsx';
import { editButtonId } from './setting-row.tsx';
import { settingsQuery } from './site-settings.ts';
import './settings.css';

export const load = loadAdmin;

/** /admin/settings: what the site is called and says, without touching the database. */
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
  // An administrator sees what stands now, not what stood up to five minutes ago.
  const { data: settings, isError, refetch } = useQuery({ ...settingsQuery(useApi()), staleTime: 0 });
  const [search, setSearch] = useSearchParams();
  const category = CATEGORIES.find(({ name }) => name === search.get('tab'))?.name ?? 'general';

  const [edited, setEdited] = useState<Setting | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  /** Each start of the create form is a form of its own. */
  const [start, setStart] = useState({ time: 0, key: '' });
  const [editUnsaved, setEditUnsaved] = useState(false);
  const [createUnsaved, setCreateUnsaved] = useState(false);
  const { ask, dialog } = useUnsavedGuard(editUnsaved || createUnsaved);

  const show = (tab: SettingCategory) => setSearch(tab === 'general' ? {} : { tab }, { replace: true });
  const chooseTab = (tab: SettingCategory) =>
    ask(editUnsaved, () => {
      setEdited(null);
      show(tab);
    });
  const edit = (setting: Setting) => ask(editUnsaved, () => setEdited(setting));
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
        <TabPanel label={TABS} current={category} className="settings-panel">
          {isError ? <LoadFailure title={FAILED} onRetry={refetch} /> : null}
          <SettingList
            settings={settings.filter((setting) => setting.category === category)}
            edited={edited}
            onEdit={edit}
            onDelete={setDeleting}
            onUnsaved={setEditUnsaved}
            onEndEdit={endEdit}
          />
          <KnownSettingsList
            category={category}
            settings={settings}
            disabled={edited !== null}
            onChoose={(key) => ask(createUnsaved, () => begin(key))}
          />
        </TabPanel>
        <CreateSettingForm
          key={start.time}
          category={category}
          startKey={start.key}
          disabled={edited !== null}
          onUnsaved={setCreateUnsaved}
          onCreated={(setting) => {
            begin('');
            show(setting.category);
            focusSoon(editButtonId(setting.key));
          }}
        />
      </div>
      <DeleteSetting
        settingKey={deleting}
        onDone={(deleted) => {
          setDeleting(null);
          if (deleted) focusSoon(`${TABS.toLowerCase()}-${category}-tab`);
        }}
      />
      {dialog}
    </>
  );
}

/** Once the screen has followed. */
const focusSoon = (id: string) => setTimeout(() => document.getElementById(id)?.focus());
