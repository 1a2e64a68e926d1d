import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../admin-frame.tsx';
import { PEOPLE_PATH } from '../people/people-address.ts';
import { CheckedImport } from './checked-import.tsx';
import { ChooseMembers } from './choose-members.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { ImportProgress } from './import-progress.tsx';
import { MEMBER_IMPORT_PATH, readImportId } from './member-import-address.ts';
import { importQuery, importsQuery } from './member-import-queries.ts';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  const { api, queries, search } = context;
  const id = readImportId(search);
  if (id === null) await queries.prefetchQuery(importsQuery(api));
  else await queries.prefetchQuery(importQuery(api, id));
  return undefined;
}

/** /admin/users/import: import of another site's members. */
export function Page() {
  return (
    <AdminFrame
      title="Import members"
      path={MEMBER_IMPORT_PATH}
      heading="Import members"
      lead="People from Ghost or another Stillwater come along, with the day on which they joined."
      back={{ href: PEOPLE_PATH, label: 'Back to User Management' }}
    >
      <ImportMembers />
    </AdminFrame>
  );
}

function ImportMembers() {
  const id = readImportId(new URLSearchParams(useSearch()));
  const container = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={container} tabIndex={-1} data-part="import-members">
      {id === null ? (
        <>
          <ChooseMembers />
          <EarlierImports />
        </>
      ) : (
        <OneImport key={id} id={id} />
      )}
    </div>
  );
}

function OneImport({ id }: { id: number }) {
  const { data, isError, refetch } = useQuery(importQuery(useApi(), id));
  if (data) return data.state === 'checked' ? <CheckedImport data={data} /> : <ImportProgress data={data} />;
  if (!isError) return <PageSpinner />;
  return (
    <>
      <LoadFailure title="This import could not be found." onRetry={() => void refetch()} />
      <ChooseMembers again />
    </>
  );
}
