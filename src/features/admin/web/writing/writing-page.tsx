import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Droplet } from '#features/catalogue/contract/schemas.ts';
import {
  WRITING_ENDINGS,
  WRITING_KIND_OF,
  type WritingKind,
  writtenName,
} from '#features/catalogue/shared/written-address.ts';
import { dropletQuery, waveQuery } from '#features/catalogue/web/items/queries.ts';
import { Icon } from '#platform/design/icon.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, type PageProps, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadForEditors } from '../admin-frame.tsx';
import { addressHref } from '../content/content-address.ts';
import { Unloaded } from '../unloaded.tsx';
import { writingPath } from './writing-address.ts';
import { WritingEditor } from './writing-editor.tsx';
import { writingQuery } from './writing-queries.ts';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  const { api, queries, params } = context;
  const droplet = await queries.fetchQuery(dropletQuery(api, params.id ?? ''));
  if (!droplet) return { status: 404 };
  await queries.fetchQuery(waveQuery(api, droplet.waveId));
  return undefined;
}

/** /admin/droplets/:id/writing: the editor of a droplet's text or exercise. */
export function Page({ params }: PageProps) {
  const id = params.id ?? '';
  const query = useQuery(dropletQuery(useApi(), id));
  const { data: droplet } = query;
  if (!droplet) return <Unloaded title="Write" path={writingPath(Number(id))} query={query} />;
  return (
    <AdminFrame forEditors title={`Write: ${droplet.title}`} path={writingPath(droplet.id)}>
      <BackToForm droplet={droplet} />
      <Writing droplet={droplet} />
    </AdminFrame>
  );
}

function BackToForm({ droplet }: { droplet: Droplet }) {
  const { data: wave } = useQuery(waveQuery(useApi(), droplet.waveId));
  const href = addressHref({
    tab: 'droplets',
    ocean: wave?.oceanId ?? null,
    wave: droplet.waveId,
    edit: droplet.id,
  });
  return (
    <div className="topbar">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href={href}>
          <Icon name="left" />
          {wave ? `Back to ${wave.title}` : 'Back to the form'}
        </Link>
      </nav>
    </div>
  );
}

function Writing({ droplet }: { droplet: Droplet }) {
  const kind = WRITING_KIND_OF[droplet.mediaType];
  if (kind) return <LoadedEditor key={`${kind} ${droplet.id}`} droplet={droplet} kind={kind} />;
  return (
    <>
      <div className="head">
        <h1>{droplet.title}</h1>
      </div>
      <p>Only texts and exercises are written here. Choose Text or Interactive as its media type first.</p>
    </>
  );
}

function LoadedEditor({ droplet: present, kind }: { droplet: Droplet; kind: WritingKind }) {
  // The droplet at the opening, because each save changes its text, which must not remount the editor.
  const [droplet] = useState(present);
  const { data: user } = useQuery(userQuery(useApi()));
  const name = writtenName(droplet.mediaUrl);
  const isOfKind = name?.endsWith(WRITING_ENDINGS[kind]) ?? false;
  const text = useQuery({ ...writingQuery(useApi(), name ?? ''), enabled: isOfKind });
  if (text.isError)
    return <LoadFailure title="The text could not be loaded." onRetry={() => void text.refetch()} />;
  if (!user || (isOfKind && !text.data)) return <PageSpinner />;
  return (
    <WritingEditor
      kind={kind}
      initial={{
        source: isOfKind ? (text.data?.source ?? '') : '',
        url: isOfKind ? droplet.mediaUrl : null,
        droplet,
      }}
    />
  );
}
