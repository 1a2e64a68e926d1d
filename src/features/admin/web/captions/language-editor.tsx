import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Item } from '../content/content-kinds.ts';
import { CaptionsEditor } from './captions-editor.tsx';
import { cuesQuery, fetchCues } from './captions-queries.ts';
import { draftOwner, readDraft } from './lines/caption-draft.ts';
import { type Line, linesOf } from './lines/caption-lines.ts';

interface LanguageEditorProps {
  type: ItemType;
  item: Item;
  language: string;
  /** Whether the captions are those of `captionsUrl`. */
  isMain: boolean;
}

/** Returns the address of an item's captions in a language; null without any. */
const urlOf = (item: Item, language: string, isMain: boolean): string | null =>
  isMain
    ? item.captionsUrl
    : (item.furtherCaptions.find((track) => track.language === language)?.url ?? null);

/** Loads the captions of one language, and edits them. */
export function LanguageEditor({ type, item, language, isMain }: LanguageEditorProps) {
  const queries = useQueryClient();
  // The initial address: a saved file gets another one, which must not replace the typed captions.
  const [url] = useState(() => urlOf(item, language, isMain));
  const { data: user } = useQuery(userQuery(useApi()));
  const owner = draftOwner(user?.id ?? 0, type, item.id, isMain ? 'main' : language);
  // The draft at the opening of the page, because the editor updates it later.
  const { data: draft } = useQuery({
    queryKey: ['caption-draft', owner.userId, owner.form],
    queryFn: () => readDraft(owner),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [version] = useState(item.version);
  const [startsEmpty, setStartsEmpty] = useState(false);
  const { data, isError, refetch } = useQuery({ ...cuesQuery(url ?? ''), enabled: url !== null });
  const read = async (present: Item): Promise<Line[]> => {
    const address = urlOf(present, language, isMain);
    return address === null ? [] : linesOf(await queries.fetchQuery(cuesQuery(address)));
  };
  if (draft === undefined) return <Spinner />;
  if (url !== null && !data && !startsEmpty && draft === null)
    return isError ? (
      <>
        <LoadFailure
          title="These captions cannot be read. Import their file, or start without them."
          onRetry={() => void refetch()}
        />
        <p>
          <button className="btn line sm" type="button" onClick={() => setStartsEmpty(true)}>
            Start without them
          </button>
        </p>
      </>
    ) : (
      <Spinner />
    );
  return (
    <CaptionsEditor
      {...{ type, item, version, draft, owner }}
      language={isMain ? null : language}
      initial={data ?? []}
      read={read}
      readOriginal={
        isMain || item.captionsUrl === null
          ? null
          : async () => linesOf(await fetchCues(item.captionsUrl ?? ''))
      }
    />
  );
}
