import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { tracksOf } from '#features/catalogue/web/player/captions/caption-tracks.ts';
import { FilesOnTheirWay, stopNote, useFilesOnTheirWay } from '#features/uploads/web/files-on-their-way.tsx';
import { useUnsavedGuard } from '#platform/design/form/use-unsaved-guard.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { languageName } from '#platform/text/languages.ts';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { AdminFrame, loadForEditors } from '../admin-frame.tsx';
import { addressHref, CONTENT_PATH } from '../content/content-address.ts';
import { type Item, KINDS } from '../content/content-kinds.ts';
import { itemQuery } from '../content/item-query.ts';
import { Unloaded } from '../unloaded.tsx';
import { CAPTIONS_PATH, readCaptionsAddress } from './captions-address.ts';
import * as css from './captions-page.module.css';
import { LanguageDialog } from './language-dialog.tsx';
import { LanguageEditor } from './language-editor.tsx';

/** Language of the site, and of captions without a language. */
const SITE_LANGUAGE = 'en';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  const address = readCaptionsAddress(context.search);
  // Without an item, redirect to the list.
  if (!address) return { redirect: CONTENT_PATH };
  const item = await context.queries.fetchQuery(itemQuery(context.api, address.type, address.id));
  if (!item) return { status: 404 };
  if ('waveId' in item) await context.queries.fetchQuery(itemQuery(context.api, 'wave', item.waveId));
  return undefined;
}

/** /admin/captions?droplet=3: the captions of one item, in all languages. */
export function Page() {
  const address = readCaptionsAddress(new URLSearchParams(useSearch()));
  if (!address) return null;
  return <Captions key={`${address.type} ${address.id}`} {...address} />;
}

function Captions({ type, id }: NonNullable<ReturnType<typeof readCaptionsAddress>>) {
  const api = useApi();
  const hydrated = useHydrated();
  const query = useQuery(itemQuery(api, type, id));
  const { data: item } = query;
  const waveId = item && 'waveId' in item ? item.waveId : 0;
  const { data: wave } = useQuery({ ...itemQuery(api, 'wave', waveId), enabled: waveId > 0 });
  const [language, setLanguage] = useState<string | null>(null);
  const [more, setMore] = useState<string[]>([]);
  const [isAdding, setAdding] = useState(false);
  // Typed captions need no confirmation, because they are stored as a draft.
  const files = useFilesOnTheirWay();
  const { ask, dialog } = useUnsavedGuard(false, stopNote(files.names));
  const isSending = files.names.length > 0;
  if (!item) return <Unloaded title="Captions" path={CAPTIONS_PATH} query={query} />;
  const main = item.captionsLanguage ?? SITE_LANGUAGE;
  const known = [main, ...tracksOf(item, main).map((track) => track.language), ...more];
  const languages = [...new Set(known)];
  const current = language !== null && languages.includes(language) ? language : main;
  const back = editHref(item, wave ?? null);
  return (
    <AdminFrame forEditors title="Captions" path={CAPTIONS_PATH}>
      <div className="topbar">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link href={back}>
            <Icon name="left" />
            Back to {item.title}
          </Link>
        </nav>
      </div>
      <div className="head">
        <div>
          <h1>Captions</h1>
          <p className={css.ofItem}>
            {item.title}, {KINDS[type].Name.toLowerCase()}
          </p>
        </div>
      </div>
      <fieldset className={`chips ${css.languages}`}>
        <legend className="sr">Language</legend>
        {languages.map((tag) => (
          <button
            key={tag}
            className="chip"
            type="button"
            aria-pressed={tag === current}
            onClick={() => ask(isSending && tag !== current, () => setLanguage(tag))}
          >
            {hydrated ? languageName(tag) : tag}
          </button>
        ))}
        <button className="chip" type="button" onClick={() => ask(isSending, () => setAdding(true))}>
          Add language
        </button>
      </fieldset>
      {hydrated ? (
        <FilesOnTheirWay value={files.register}>
          <LanguageEditor key={current} {...{ type, item }} language={current} isMain={current === main} />
        </FilesOnTheirWay>
      ) : null}
      {dialog}
      <LanguageDialog
        open={isAdding}
        taken={languages}
        onClose={() => setAdding(false)}
        onLanguage={(tag) => {
          setMore([...more, tag]);
          setLanguage(tag);
          setAdding(false);
        }}
      />
    </AdminFrame>
  );
}

/** Returns the address of the item's form. */
function editHref(item: Item, wave: Item | null): string {
  const edit = item.id;
  if ('waveId' in item) {
    const ocean = wave && 'oceanId' in wave ? wave.oceanId : null;
    return addressHref({ tab: 'droplets', ocean, wave: item.waveId, edit });
  }
  if ('oceanId' in item) return addressHref({ tab: 'waves', ocean: item.oceanId, wave: null, edit });
  return addressHref({ tab: 'oceans', ocean: null, wave: null, edit });
}
