import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import type { Wave } from '#features/catalogue/contract/schemas.ts';
import * as transferCalls from '#features/catalogue/contract/transfer-calls.ts';
import type {
  HeldBack,
  importCatalogue,
  importDroplets,
} from '#features/catalogue/contract/transfer-endpoints.ts';
import { useUnloadGuard } from '#platform/design/form/use-unload-guard.ts';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import type { Issue } from '#platform/http/contract/error-codes.ts';
import type { Api } from '#platform/web/api-client.ts';
import { ApiError, failureText, mayBeDone } from '#platform/web/api-error.ts';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import { useIsAdmin } from '../admin-frame.tsx';
import { refetchContent } from '../content/content-calls.ts';
import { Disclosure } from '../disclosure.tsx';
import { importHref } from '../import/import-path.ts';
import { toastUnanswered } from '../presses/change-failure.ts';
import * as css from './transfer-panel.module.css';
import { useUndoImport } from './use-undo-import.ts';

/** Export and import of the catalogue as files. Editors see only the import. */
export function TransferPanel({ wave }: { wave: Wave | null }) {
  const isAdmin = useIsAdmin();
  return (
    <Disclosure title={isAdmin ? 'Import and export' : 'Import'}>
      <div className={css.transfer} data-part="transfer">
        {isAdmin ? <Downloads wave={wave} /> : null}
        <p>
          <Link className="btn line sm" href={importHref(wave?.oceanId)}>
            Import a folder
          </Link>{' '}
          <span className="hint">Films, sounds, pictures and captions become a draft wave.</span>
        </p>
        <ImportFile
          label="Import oceans from a JSON file"
          hint="Adds the oceans in the file, with everything in them."
          accept=".json,application/json"
          type="ocean"
          send={(api, file) => api<typeof importCatalogue>(transferCalls.importCatalogue, { file })}
        />
        {wave ? (
          <ImportFile
            key={wave.id}
            label={`Import droplets into ${wave.title} from a CSV file`}
            hint="Adds the droplets in the file to the end of the wave."
            accept=".csv,text/csv"
            type="droplet"
            send={(api, file) =>
              api<typeof importDroplets>(transferCalls.importDroplets, { params: { id: wave.id }, file })
            }
          />
        ) : (
          <p className="hint">Open the droplets of a wave to import droplets from a CSV file.</p>
        )}
      </div>
    </Disclosure>
  );
}

const Downloads = ({ wave }: { wave: Wave | null }) => (
  <div className={css.downloads}>
    <div className="row">
      <a className="btn line sm" href={urlOf(transferCalls.exportCatalogue)} download="catalogue.json">
        Download all content (JSON)
      </a>
      <a className="btn line sm" href={urlOf(transferCalls.exportDroplets)} download="droplets.csv">
        Download all droplets (CSV)
      </a>
      {wave ? (
        <a
          className="btn line sm"
          href={urlOf(transferCalls.exportDroplets, { query: { waveId: wave.id } })}
          // The server names the file after the wave.
          download
        >
          Download droplets of {wave.title} (CSV)
        </a>
      ) : null}
    </div>
    <p className="hint">
      The files name what you uploaded, and do not contain it. Planned times are not in them. A backup has
      everything.
    </p>
  </div>
);

type Counts = Partial<Record<'oceans' | 'waves' | 'droplets', number>>;
type Imported = Counts & HeldBack & { ids?: number[] };

interface ImportFileProps {
  label: string;
  hint: string;
  accept: string;
  /** Type of the items that `ids` of the response names. */
  type: 'ocean' | 'droplet';
  /** Sends the raw bytes, because the server decodes them and reports problems. */
  send(api: Api, file: File): Promise<Imported>;
}

/** Imports a file completely or not at all, and lists every problem. */
function ImportFile({ label, hint, accept, type, send }: ImportFileProps) {
  const id = useId();
  const api = useApi();
  const queries = useQueryClient();
  const undo = useUndoImport();
  const [fileName, setFileName] = useState('');
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: (file: File) => send(api, file),
    onSuccess: async (imported) => {
      // A node of the previous version sends no ids. Undo is then missing.
      const { ids = [] } = imported;
      toast({
        title: 'Import finished',
        description: `${inWords(imported)} added.${draftsIn(imported)}`,
        ...(ids.length > 0 ? { undo: () => undo({ type, ids }) } : {}),
      });
      await refetchContent(queries);
    },
    onError: (failure) => {
      if (mayBeDone(failure)) {
        toastUnanswered(LOOK_FIRST);
        void refetchContent(queries);
      } else toastFailure('Import failed')(failure);
    },
  });
  // Navigation within the site does not interrupt the upload.
  useUnloadGuard(isPending);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Allows choosing the same file again after a fix.
    event.target.value = '';
    if (!file || isPending) return;
    reset();
    setFileName(file.name);
    mutate(file);
  };
  return (
    <div className={`field ${css.importFile}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="file"
        accept={accept}
        aria-describedby={`${id}-note`}
        aria-busy={isPending || undefined}
        // `disabled` would drop the focus. Only one file at a time, so the chooser stays closed.
        onClick={(event) => isPending && event.preventDefault()}
        onDrop={(event) => isPending && event.preventDefault()}
        onChange={choose}
      />
      <p className="hint" id={`${id}-note`}>
        {hint} If anything in the file is wrong, nothing is imported.
      </p>
      <div role="status">
        {isPending ? <p>Importing {fileName}...</p> : null}
        {data ? (
          <p>
            {fileName}: {inWords(data)} added.
          </p>
        ) : null}
        {data && data.heldBack > 0 ? <Drafts fileName={fileName} imported={data} /> : null}
        {error ? <Problems fileName={fileName} error={error} /> : null}
      </div>
    </div>
  );
}

/** Lists the items of a file that could not be published. */
function Drafts({ fileName, imported }: { fileName: string; imported: HeldBack }) {
  const { heldBack, issues } = imported;
  return (
    <>
      <p>
        {heldBack === 1 ? '1 item is a draft' : `${heldBack} items are drafts`}, because something must be
        done before publishing:
      </p>
      <Issues label={`Drafts from ${fileName}`} issues={issues} />
    </>
  );
}

const LOOK_FIRST = 'Look at the list before you choose the file again: it may have been imported.';

/** Lists the problems of a rejected file. */
function Problems({ fileName, error }: { fileName: string; error: Error }) {
  if (mayBeDone(error)) return <ErrorNote>{`${fileName}: no answer came. ${LOOK_FIRST}`}</ErrorNote>;
  const issues = error instanceof ApiError ? error.issues : [];
  return (
    <>
      <ErrorNote>
        {fileName} was not imported.
        {issues.length === 0 ? ` ${failureText(error)}` : ` ${many(issues.length, 'problem')}:`}
      </ErrorNote>
      {issues.length === 0 ? null : <Issues label={`Problems in ${fileName}`} issues={issues} />}
    </>
  );
}

const Issues = ({ label, issues }: { label: string; issues: readonly Issue[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll the list
  <ol aria-label={label} tabIndex={0}>
    {issues.map(({ path, message }) => (
      <li key={`${path} ${message}`}>
        <b>{path}</b>: {message}
      </li>
    ))}
  </ol>
);

function draftsIn({ heldBack }: HeldBack): string {
  if (heldBack === 0) return '';
  return heldBack === 1 ? ' 1 item became a draft.' : ` ${heldBack} items became drafts.`;
}

const inWords = (counts: Counts) =>
  (['ocean', 'wave', 'droplet'] as const)
    .flatMap((kind) => {
      const count = counts[`${kind}s`];
      return count === undefined ? [] : [many(count, kind)];
    })
    .join(', ');
