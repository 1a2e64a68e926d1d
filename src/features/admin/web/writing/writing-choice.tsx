import { useMutation } from '@tanstack/react-query';
import { WRITING_KIND_OF, writtenName } from '#features/catalogue/shared/written-address.ts';
import { useOnItsWay } from '#features/uploads/web/files-on-their-way.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import { writingPath } from './writing-address.ts';
import { keepWriting } from './writing-queries.ts';

interface WritingChoiceProps {
  /** The droplet in the form; null for a new one. */
  base: { id: number; mediaType: string } | null;
  mediaType: string;
  mediaUrl: string;
  /** Called with the address of a new, empty text. */
  onBegun(url: string): void;
}

/** Links to the editor in the form of a droplet whose medium is written on the site. */
export function WritingChoice({ base, mediaType, mediaUrl, onBegun }: WritingChoiceProps) {
  const api = useApi();
  const kind = WRITING_KIND_OF[mediaType];
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => keepWriting(api, { kind: kind ?? 'text', source: '' }),
    onSuccess: onBegun,
  });
  // A save pressed meanwhile waits for the address of the text.
  useOnItsWay(isPending ? 'The new text' : null, isSuccess);
  if (!kind) return null;
  const noun = kind === 'text' ? 'text' : 'exercise';
  if (base && base.mediaType === mediaType)
    return (
      <div className="row">
        <Link className="btn line sm" href={writingPath(base.id)}>
          Write the {noun}
        </Link>
        <span className="hint">
          {writtenName(mediaUrl) ? 'It is written on this site.' : 'It takes the place of the address.'}
        </span>
      </div>
    );
  if (writtenName(mediaUrl))
    return (
      <p className="hint" role="status">
        Save this droplet, then write its {noun}.
      </p>
    );
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="btn line sm"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {isPending ? 'Creating...' : 'Write it here'}
        </button>
        <span className="hint">Instead of a page on another site.</span>
      </div>
      {error ? <ErrorNote role="alert">{failureText(error)}</ErrorNote> : null}
    </>
  );
}
