import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { useSearch } from 'wouter';
import { oceansQuery } from '#features/catalogue/web/items/queries.ts';
import { stopNote } from '#features/uploads/web/files-on-their-way.tsx';
import { useUploadQueue } from '#features/uploads/web/queue/use-upload-queue.ts';
import { useUnsavedGuard } from '#platform/design/form/use-unsaved-guard.tsx';
import { EmptyState } from '#platform/design/state/empty-state.tsx';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadForEditors } from '../admin-frame.tsx';
import { CONTENT_PATH, readAddress } from '../content/content-address.ts';
import * as css from './choose-folder.module.css';
import { ChooseFolder } from './choose-folder.tsx';
import { changeFolder, filesOnTheirWay, filesToSend, hasFilesOf } from './folder-state.ts';
import { readDraft, withDraft } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import type { ImportValues } from './import-form-schema.ts';
import { IMPORT_PATH } from './import-path.ts';
import { MAX_FILES, planFolder } from './plan-folder.ts';
import type { ChosenFolder } from './read-folder.ts';
import { titleFrom } from './title-from.ts';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  await context.queries.fetchQuery(oceansQuery(context.api));
  return undefined;
}

/** /admin/import: a folder of files becomes a draft wave. */
export function Page() {
  return (
    <AdminFrame
      forEditors
      title="Import a folder"
      path={IMPORT_PATH}
      heading="Import a folder"
      back={{ href: CONTENT_PATH, label: 'Back to Content Management' }}
    >
      <ImportFolder />
    </AdminFrame>
  );
}

function ImportFolder() {
  const { data: oceans = [] } = useQuery(oceansQuery(useApi()));
  const { queue, states, isPaused } = useUploadQueue();
  const [state, change] = useReducer(changeFolder, null);
  const [begin, setBegin] = useState<{ values: ImportValues; key: number } | null>(null);
  const [left, setLeft] = useState<{ folder: string } | null>(null);
  const search = useSearch();
  const [typed, setTyped] = useState(false);
  const { ask, dialog } = useUnsavedGuard(typed, stopNote(filesOnTheirWay(state, states)));
  useEffect(() => setLeft(readDraft()), []);
  useEffect(() => {
    if (state) queue.setFiles(filesToSend(state));
  }, [queue, state]);

  const take = ({ folder, files }: ChosenFolder) => {
    const draft = withDraft(planFolder(folder, files), readDraft());
    const { plan } = draft;
    const asked = readAddress(new URLSearchParams(search)).ocean;
    const ocean = oceans.find(({ id }) => id === asked) ?? oceans[0];
    const titles = Object.fromEntries(plan.files.map(({ id, path }) => [id, titleFrom(path)]));
    setBegin({
      key: (begin?.key ?? 0) + 1,
      values: {
        wave: draft.wave ?? {
          title: titleFrom(folder),
          oceanId: ocean?.id ?? 0,
          access: ocean?.accessType ?? 'premium',
          description: '',
        },
        titles: { ...titles, ...draft.titles },
      },
    });
    change({ do: 'choose', plan, order: draft.order });
  };
  const onChosen = (chosen: ChosenFolder) =>
    ask(typed && state !== null && !hasFilesOf(state, chosen), () => take(chosen));

  if (oceans.length === 0)
    return (
      <EmptyState title="A wave needs an ocean." text="Create an ocean first, then import the folder.">
        <Link className="btn" href={CONTENT_PATH}>
          Open Content Management
        </Link>
      </EmptyState>
    );
  return (
    <>
      <Introduction
        folder={state?.folder}
        count={state && state.files.length + state.ignored.length + state.cut}
        cut={state?.cut ?? 0}
        left={left}
      />
      <ChooseFolder again={state !== null} onChosen={onChosen} />
      {state && begin ? (
        <ImportForm
          key={begin.key}
          {...{ state, oceans, queue, states, isPaused, change }}
          values={begin.values}
          onTyped={setTyped}
        />
      ) : null}
      {dialog}
    </>
  );
}

interface IntroductionProps {
  /** Name of the chosen folder; empty for single files. */
  folder: string | undefined;
  count: number | null;
  /** Number of files beyond a wave's limit. */
  cut: number;
  /** The import that began before a reload. */
  left: { folder: string } | null;
}

function Introduction({ folder, count, cut, left }: IntroductionProps) {
  if (count !== null)
    return (
      <p className={css.introduction} role="status">
        {folder ? `“${folder}”: ` : ''}
        {many(count, 'file')}, matched by name. Correct what is wrong, then create the wave as a draft.
        {cut > 0 ? ` A wave has room for ${MAX_FILES}: import the last ${cut} as another one.` : ''}
      </p>
    );
  return (
    <div className={css.introduction}>
      <p>
        Films, sounds and pictures become the droplets of a new wave, in the order of their names. Captions
        and pictures of the same name belong to them; captions in further languages end with the language,
        such as <code>shore.es.vtt</code>.
      </p>
      {left ? (
        <p role="status">
          {left.folder ? `The import of “${left.folder}”` : 'The import of your files'} was not finished.
          Choose the same {left.folder ? 'folder' : 'files'} again: what is uploaded, and what you wrote, is
          still there.
        </p>
      ) : null}
    </div>
  );
}
