import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Comparison, FieldComparison, Subject, Version } from '#features/history/contract/schemas.ts';
import { defaultOf } from '#features/settings/shared/known-settings.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { many } from '#platform/web/counts.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import * as heads from '../section-head.module.css';
import { headingOf, isDefault, listOfFields, textsOf } from './field-words.ts';
import { comparisonQuery, restoreVersion } from './history-queries.ts';
import * as marked from './marked-words.module.css';
import { MarkedWords } from './marked-words.tsx';
import { useUndo } from './use-undo.ts';
import * as css from './versions-page.module.css';

interface ComparisonPanelProps {
  subject: Subject;
  title: string;
  version: number;
  /** The change that made the version; undefined before all changes. */
  change: Version | undefined;
  isNow: boolean;
}

/** Differences between a version and the current state, with a button for each field and one for all. */
export function ComparisonPanel(props: ComparisonPanelProps) {
  const { data, error, refetch } = useQuery(comparisonQuery(useApi(), props.subject, props.version));
  if (error) return <LoadFailure title={failureText(error)} onRetry={() => void refetch()} />;
  return data ? <Compared {...props} data={data} /> : <PageSpinner />;
}

function Compared({
  subject,
  title,
  version,
  change,
  isNow,
  data,
}: ComparisonPanelProps & { data: Comparison }) {
  const { changed, unchanged, latest } = data;
  const { restore, isPending, error } = useRestoreVersion(subject, title, version, latest);
  const container = useKeptFocus<HTMLElement>();
  const restorable = changed.filter(({ lost }) => lost === null).map(({ field }) => field);
  return (
    <section
      ref={container}
      tabIndex={-1}
      aria-label="What differs"
      data-part="comparison"
      aria-busy={isPending || undefined}
    >
      <div className={heads.head}>
        <h2>
          {isNow ? 'Now' : 'From '}
          {isNow ? null : change ? <LocalDate instant={change.at} style="instant" /> : 'before all changes'}
          {isNow ? '' : ' to now'}
        </h2>
        {restorable.length > 1 ? (
          <button
            type="button"
            className="btn"
            aria-disabled={isPending || undefined}
            onClick={() => isPending || restore(restorable)}
          >
            Restore all {many(restorable.length, 'field')}
          </button>
        ) : null}
      </div>
      {error ? <ErrorNote role="alert">{failureText(error)}</ErrorNote> : null}
      {changed.length === 0 ? (
        <p className={css.gone} role="status">
          {isNow
            ? 'This is the present version. Choose an earlier one.'
            : 'Nothing differs from the present.'}
        </p>
      ) : (
        <p className={`meta ${marked.legend}`}>
          <ins>Added words</ins> are underlined, <del>taken out</del> are struck through. Restoring makes a
          new version, so nothing is lost.
        </p>
      )}
      {changed.map((comparison) => (
        <FieldSection
          key={comparison.field}
          comparison={comparison}
          defaultText={subject.type === 'setting' ? defaultOf(subject.id) : ''}
          isPending={isPending}
          onRestore={() => restore([comparison.field])}
        />
      ))}
      {unchanged.length > 0 && changed.length > 0 ? (
        <section className={css.field}>
          <h3>Not changed</h3>
          <p className="hint">{listOfFields(unchanged)}.</p>
        </section>
      ) : null}
    </section>
  );
}

interface FieldSectionProps {
  comparison: FieldComparison;
  defaultText: string;
  isPending: boolean;
  onRestore(): void;
}

function FieldSection({ comparison, defaultText, isPending, onRestore }: FieldSectionProps) {
  const { field, old, now } = comparison;
  const heading = headingOf(comparison);
  const [before, after] = textsOf(comparison, defaultText);
  return (
    <section className={css.field}>
      <header>
        <h3>{heading}</h3>
        {comparison.lost === null ? (
          <button
            type="button"
            className="btn line sm"
            aria-disabled={isPending || undefined}
            onClick={() => isPending || onRestore()}
          >
            Restore {heading.toLowerCase()}
          </button>
        ) : null}
      </header>
      {comparison.lost === null ? null : <p className="hint">{comparison.lost}</p>}
      {isDefault(field, old) ? <p className="hint">This version is the default.</p> : null}
      {isDefault(field, now) ? <p className="hint">The default applies now.</p> : null}
      <MarkedWords before={before} after={after} />
    </section>
  );
}

function useRestoreVersion(subject: Subject, title: string, version: number, latest: number) {
  const api = useApi();
  const queries = useQueryClient();
  const { undo } = useUndo();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (fields: string[]) => restoreVersion(api, subject, { version, fields, latest }),
    onSuccess: async ({ id, newSlug }) => {
      toast({
        title: 'Version restored',
        description:
          newSlug === null
            ? `“${title}” has a new version.`
            : `“${title}” has a new version. Another item has its slug, so its new one is “${newSlug}”.`,
        ...(id === null ? {} : { undo: () => undo({ id, title, isInToast: true }) }),
      });
      await queries.invalidateQueries();
    },
    onError: () => queries.invalidateQueries(),
  });
  return { restore: mutate, isPending, error };
}
