import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type { cancelUpload, retryUpload } from '../contract/endpoints.ts';
import type { Upload } from '../contract/schemas.ts';
import * as row from './file-row.module.css';
import * as css from './preparing.module.css';
import { isUnderway } from './upload-queries.ts';

/** Screen readers announce the percents in these steps. */
const SPOKEN_STEP = 25;

/** Shows the progress of a film or sound, with Cancel, or why it is not ready, with Try again. */
export function Preparing({ upload }: { upload: Upload }) {
  const { originalName, status, percent, problem } = upload;
  const underway = isUnderway(upload);
  return (
    <div className={`${row.fileRow} ${css.preparing}`} data-part="preparing">
      <span className={row.name}>{originalName}</span>
      {underway ? (
        <>
          <progress
            className={row.progressBar}
            aria-label={`Preparing ${originalName}`}
            max={100}
            value={percent}
          />
          <span className={css.percent}>{status === 'waiting' ? 'Waiting' : `${percent}%`}</span>
        </>
      ) : null}
      <Action upload={upload} underway={underway} />
      {problem === null ? null : <ErrorNote role="alert">{problem}</ErrorNote>}
      {status === 'canceled' ? <p className="hint">Canceled. It does not play yet.</p> : null}
      <p className="sr" role="status">
        {status === 'preparing' && percent >= SPOKEN_STEP
          ? `${originalName}: ${percent - (percent % SPOKEN_STEP)} percent prepared.`
          : null}
      </p>
    </div>
  );
}

/** One button for Cancel and Try again, so that it keeps the keyboard focus. */
function Action({ upload, underway }: { upload: Upload; underway: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { id: upload.id };
  const change = useMutation({
    mutationFn: () =>
      underway
        ? api<typeof cancelUpload>(calls.cancelUpload, { params })
        : api<typeof retryUpload>(calls.retryUpload, { params }),
    onError: toastFailure('The film could not be changed'),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(calls.listUploads) }),
  });
  return (
    <button
      className="btn quiet sm"
      type="button"
      aria-disabled={change.isPending || undefined}
      onClick={() => change.isPending || change.mutate()}
    >
      {underway ? 'Cancel' : 'Try again'}
      <span className="sr"> preparing {upload.originalName}</span>
    </button>
  );
}
