import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LessonText } from '#features/catalogue/web/viewer/lesson/text-lesson.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { useDebounced } from '#platform/web/use-debounced.ts';
import * as css from './writing-page.module.css';
import { previewQuery } from './writing-queries.ts';

/** Pause in typing after which the preview updates, in ms. */
const REST = 400;

/** Renders a text as for a member, by the server's own renderer. */
export function LessonPreview({ source, title }: { source: string; title: string }) {
  const still = useDebounced(source, REST);
  const { data, error } = useQuery({
    ...previewQuery(useApi(), still),
    placeholderData: keepPreviousData,
    enabled: still !== '',
  });
  return (
    <section className={css.preview} aria-label="Preview">
      <p className="meta">Preview, as a member reads it</p>
      <h2>{title}</h2>
      {error ? (
        <ErrorNote role="status">
          The preview could not follow. {failureText(error, 'Please try again.')} Your words are kept.
        </ErrorNote>
      ) : null}
      {still === '' ? (
        <p className="meta">Nothing is written yet.</p>
      ) : (
        <LessonText nodes={data?.nodes ?? []} />
      )}
    </section>
  );
}
