import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { TEXT_GROUPS, type TextGroup, textGroup } from '#features/settings/shared/text-groups.ts';
import { useUnsavedGuard } from '#platform/design/form/use-unsaved-guard.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../admin-frame.tsx';
import { latestVersionQuery } from '../history/history-queries.ts';
import { allSettingsQuery } from '../settings/all-settings.ts';
import { TextChoice } from './text-choice.tsx';
import { TextForm } from './text-form.tsx';
import { TEXTS_PATH } from './texts-address.ts';
import * as css from './texts-page.module.css';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  const { fields } = chosenGroup(context.search);
  await Promise.all([
    context.queries.prefetchQuery(allSettingsQuery(context.api)),
    ...fields.map(({ key: id }) =>
      context.queries.prefetchQuery(latestVersionQuery(context.api, { type: 'setting', id })),
    ),
  ]);
  return undefined;
}

const chosenGroup = (search: URLSearchParams): TextGroup =>
  textGroup(search.get('text') ?? '') ?? (TEXT_GROUPS[0] as TextGroup);

/** /admin/texts: the owner's texts. */
export function Page() {
  return (
    <AdminFrame
      title="Texts and mails"
      heading="Texts and mails"
      path={TEXTS_PATH}
      lead="Every text that is yours. What you do not change keeps its default."
    >
      <Texts />
    </AdminFrame>
  );
}

function Texts() {
  const { data: settings, isError, refetch } = useQuery(allSettingsQuery(useApi()));
  const [search, setSearch] = useSearchParams();
  const [dirty, setDirty] = useState(false);
  const { ask, dialog } = useUnsavedGuard(dirty);
  const group = chosenGroup(search);
  if (!settings)
    return isError ? (
      <LoadFailure title="Error loading settings. Please try again." onRetry={refetch} />
    ) : (
      <PageSpinner />
    );
  const stored = new Map(settings.map(({ key, value }) => [key, value]));
  return (
    <div className={css.texts}>
      <TextChoice
        group={group}
        isChanged={({ fields }) => fields.some(({ key }) => stored.has(key))}
        onChoose={(name) => ask(dirty, () => setSearch({ text: name }))}
      />
      <TextForm key={group.name} group={group} stored={stored} onDirty={setDirty} />
      {dialog}
    </div>
  );
}
