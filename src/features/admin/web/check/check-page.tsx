import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useRef } from 'react';
import { useSearch } from 'wouter';
import { checkItem } from '#features/catalogue/contract/check-calls.ts';
import type { Check, checkItem as CheckItem } from '#features/catalogue/contract/check-endpoints.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Droplet } from '#features/catalogue/contract/schemas.ts';
import { waveQuery } from '#features/catalogue/web/items/queries.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { Icon } from '#platform/design/icon.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { StateSign } from '#platform/design/state/state-sign.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadForEditors } from '../admin-frame.tsx';
import { CONTENT_PATH } from '../content/content-address.ts';
import { refetchContent, updateItem } from '../content/content-calls.ts';
import { type Item, KINDS } from '../content/content-kinds.ts';
import { itemQuery } from '../content/item-query.ts';
import { useFormHref } from '../content/use-form-href.ts';
import { changeFailure } from '../presses/change-failure.ts';
import { Unloaded } from '../unloaded.tsx';
import { writingPath } from '../writing/writing-address.ts';
import { CHECK_PATH, readCheckAddress } from './check-address.ts';
import * as css from './check-page.module.css';
import { summarizeChecks } from './check-summary.ts';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  const { api, queries, search } = context;
  const of = readCheckAddress(search);
  // Without an item, redirect to the list.
  if (!of) return { redirect: CONTENT_PATH };
  const item = await queries.fetchQuery(itemQuery(api, of.type, of.id));
  if (!item) return { status: 404 };
  if (of.type === 'droplet') await queries.fetchQuery(waveQuery(api, (item as Droplet).waveId));
  return undefined;
}

/** /admin/check: the missing conditions for publishing an item. */
export function Page() {
  const of = readCheckAddress(new URLSearchParams(useSearch()));
  return of ? <Checked key={`${of.type} ${of.id}`} {...of} /> : null;
}

function Checked({ type, id }: { type: ItemType; id: number }) {
  const api = useApi();
  const query = useQuery(itemQuery(api, type, id));
  const { data: item } = query;
  const check = useQuery({
    queryKey: ['check before publishing', type, id],
    queryFn: () => api<typeof CheckItem>(checkItem, { body: { type, id } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const formHref = useFormHref(type, id);
  if (!item) return <Unloaded title="Check" path={CHECK_PATH} query={query} />;
  return (
    <AdminFrame forEditors title={`Check: ${item.title}`} path={CHECK_PATH}>
      <div className="topbar">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link href={formHref}>
            <Icon name="left" />
            Back to {item.title}
          </Link>
        </nav>
      </div>
      <h1 className={css.title}>
        {item.isPublished ? `“${item.title}” is live` : `Before “${item.title}” goes live`}
      </h1>
      {check.isError ? (
        <LoadFailure title={failureText(check.error)} onRetry={() => void check.refetch()} />
      ) : null}
      {check.isLoading ? (
        <div className={css.waiting}>
          <PageSpinner />
          <p className="hint" role="status">
            Looking at it, and asking its links. That takes some seconds.
          </p>
        </div>
      ) : null}
      {check.data ? (
        <div className={css.columns}>
          <section aria-label="Checks">
            <p className={css.summary} role="status">
              {summarizeChecks(check.data.checks)}
            </p>
            <ul className={css.rows}>
              {check.data.checks.map((one) => (
                <CheckRow
                  key={one.title + one.detail}
                  check={one}
                  href={one.editor === 'text' ? writingPath(id) : formHref}
                />
              ))}
            </ul>
            <button
              type="button"
              className="btn line sm"
              aria-disabled={check.isFetching || undefined}
              onClick={() => {
                if (!check.isFetching) void check.refetch();
              }}
            >
              {check.isFetching ? 'Checking...' : 'Check again'}
            </button>
          </section>
          <PublishPanel
            type={type}
            item={item}
            stopped={check.data.checks.some(({ level }) => level === 'must')}
          />
        </div>
      ) : null}
    </AdminFrame>
  );
}

const ACTIONS: Partial<Record<Check['about'], string>> = {
  film: 'Open the form',
  text: 'Write it',
  captions: 'Add captions',
  link: 'Change link',
  cover: 'Add words',
  pictures: 'Add words',
  length: 'Open the form',
  words: 'Add keywords',
};

/** The row's own text explains a `must`. */
const SIGNS = {
  must: { level: 'serious', words: '' },
  advice: { level: 'advice', words: 'Advice: ' },
  fine: { level: 'well', words: 'In order: ' },
} satisfies Record<Check['level'], ComponentProps<typeof StateSign>>;

function CheckRow({ check: { level, about, title, detail }, href }: { check: Check; href: string }) {
  return (
    <li data-level={level}>
      <StateSign {...SIGNS[level]} />
      <div>
        <b>{level === 'must' ? `Must: ${title.charAt(0).toLowerCase()}${title.slice(1)}` : title}</b>
        <p>{detail}</p>
      </div>
      {level === 'fine' ? null : (
        <Link className="btn line sm" href={href}>
          {ACTIONS[about]}
          <span className="sr">: {detail}</span>
        </Link>
      )}
    </li>
  );
}

function PublishPanel({ type, item, stopped }: { type: ItemType; item: Item; stopped: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const { Name } = KINDS[type];
  const busy = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => updateItem(api, type, item.id, { isPublished: true, expectedVersion: item.version }),
    onSuccess: async (saved) => {
      toast({
        title: `${Name} updated`,
        description: `“${saved.title}” has been published successfully.`,
      });
      await refetchContent(queries);
    },
    onError: (error) => {
      changeFailure(`Failed to update ${type}`)(error);
      void refetchContent(queries);
    },
    onSettled: () => {
      busy.current = false;
    },
  });
  const isOff = stopped || isPending;
  const container = useKeptFocus<HTMLElement>();
  return (
    <section className={`panel ${css.panel}`} aria-labelledby="publish-title" ref={container} tabIndex={-1}>
      <h2 id="publish-title">Publish</h2>
      {item.isPublished ? (
        <p>This {type} is published.</p>
      ) : (
        <>
          <button
            type="button"
            className="btn wide"
            aria-disabled={isOff || undefined}
            aria-describedby="publish-hint"
            onClick={() => {
              if (isOff || busy.current) return;
              busy.current = true;
              mutate();
            }}
          >
            {isPending ? 'Publishing...' : 'Publish'}
          </button>
          <p className="hint" id="publish-hint">
            “Must” stops publishing. Everything else is up to you.
          </p>
        </>
      )}
    </section>
  );
}
