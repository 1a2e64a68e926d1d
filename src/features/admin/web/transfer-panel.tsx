import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import type { Wave } from '#features/catalogue/contract.ts';
import { many } from '#features/catalogue/web/counts.ts';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { toast } from '#platform/design/toast.tsx';
import { ApiError, type FieldIssue, failureText } from '#platform/web/api-client.ts';
import { refetchContent } from './content-calls.ts';
import { sendFile } from './send-file.ts';

/** The catalogue as files: out of the site, and in again. */
export function TransferPanel({ wave }: { wave: Wave | null }) {
  return (
    <details className="quiet-panel">
      <summary>Import and export</summary>
      <div className="transfer">
        <div className="row">
          <a className="btn line sm" href="/api/catalogue/export" download="catalogue.json">
            Download catalogue (JSON)
          </a>
          <a className="btn line sm" href="/api/catalogue/droplets.csv" download="droplets.csv">
            Download all droplets (CSV)
          </a>
          {wave ? (
            <a
              className="btn line sm"
              href={`/api/catalogue/droplets.csv?waveId=${wave.id}`}
              download={`droplets-${wave.slug}.csv`}
            >
              Download the droplets of {wave.title} (CSV)
            </a>
          ) : null}
        </div>
        <ImportFile
          label="Import oceans from a JSON file"
          hint="Adds the oceans of the file with all they hold."
          accept=".json,application/json"
          type="json"
          path="/api/catalogue/import"
        />
        {wave ? (
          <ImportFile
            key={wave.id}
            label={`Import droplets into ${wave.title} from a CSV file`}
            hint="Adds the rows of the table to the end of the wave."
            accept=".csv,text/csv"
            type="csv"
            path={`/api/waves/${wave.id}/droplets/import`}
          />
        ) : (
          <p className="hint">Open the droplets of a wave to import droplets from a CSV file.</p>
        )}
      </div>
    </details>
  );
}

type Counts = Partial<Record<'oceans' | 'waves' | 'droplets', number>>;

interface ImportFileProps {
  label: string;
  hint: string;
  accept: string;
  type: 'json' | 'csv';
  path: string;
}

/** All of a file or nothing of it: every problem is listed, and nothing is written while there is one. */
function ImportFile({ label, hint, accept, type, path }: ImportFileProps) {
  const id = useId();
  const queries = useQueryClient();
  const [fileName, setFileName] = useState('');
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: (file: File) => sendFile<Counts>(path, file, type),
    onSuccess: async (counts) => {
      toast({ title: 'Import finished', description: `${inWords(counts)} added.` });
      await refetchContent(queries);
    },
    onError: (failure) => toast({ kind: 'bad', title: 'Import failed', description: failureText(failure) }),
  });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again, once it is mended.
    event.target.value = '';
    if (!file || isPending) return;
    reset();
    setFileName(file.name);
    mutate(file);
  };
  return (
    <div className="field transfer-report">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="file"
        accept={accept}
        aria-describedby={`${id}-note`}
        onChange={choose}
      />
      <p className="hint" id={`${id}-note`}>
        {hint} Nothing is written when anything in it is wrong.
      </p>
      <div role="status">
        {isPending ? <p>Importing {fileName}...</p> : null}
        {data ? (
          <p>
            {fileName}: {inWords(data)} added.
          </p>
        ) : null}
        {error ? <Problems fileName={fileName} error={error} /> : null}
      </div>
    </div>
  );
}

/** The report of a file that was refused. */
function Problems({ fileName, error }: { fileName: string; error: Error }) {
  const issues: FieldIssue[] = error instanceof ApiError ? error.issues : [];
  return (
    <>
      <ErrorNote>
        {fileName} was not imported.
        {issues.length === 0 ? ` ${failureText(error)}` : ` ${many(issues.length, 'problem')}:`}
      </ErrorNote>
      {issues.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls can be scrolled with keys
        <ol aria-label={`Problems of ${fileName}`} tabIndex={0}>
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <b>{path}</b>: {message}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const inWords = (counts: Counts) =>
  (['ocean', 'wave', 'droplet'] as const)
    .flatMap((kind) => {
      const count = counts[`${kind}s`];
      return count === undefined ? [] : [many(count, kind)];
    })
    .join(', ');
