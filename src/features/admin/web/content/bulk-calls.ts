import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import * as calls from '#features/catalogue/contract/write-calls.ts';
import type * as write from '#features/catalogue/contract/write-endpoints.ts';
import type { Api } from '#platform/web/api-client.ts';
import type { Item } from './content-kinds.ts';

interface BulkCall {
  type: ItemType;
  ids: number[];
  /** Versions of the items, in order. Undefined: whatever they are. */
  versions?: number[];
  change: write.BulkChange;
}

export interface BulkResult {
  /** Items of the successful calls. Some of them may have been unchanged. */
  ids: number[];
  changed: number;
  /** Audit log entries, for Undo. */
  entries: number[];
  /** Number of drafts that go live by themselves, because their film or sound is being prepared. */
  waiting: number;
}

/** A bulk change that failed at one call. Earlier calls have changed their items. */
export class BulkStopped extends Error {
  readonly done: BulkResult;
  /** Items of the failed call, in order. */
  readonly items: readonly Item[];

  constructor(done: BulkResult, items: readonly Item[], cause: unknown) {
    super('A bulk change has stopped', { cause });
    this.done = done;
    this.items = items;
  }
}

/** Publishes or unpublishes an item in whatever version it is, by a bulk change, which can be undone. */
export async function setPublished(api: Api, kind: ItemType, id: number, on: boolean): Promise<BulkResult> {
  return callOnce(api, { type: kind, ids: [id], change: { action: on ? 'publish' : 'unpublish' } });
}

/** Applies one change to many items, in several calls. Throws {@link BulkStopped}. */
export async function changeSeveral(
  api: Api,
  kind: ItemType,
  items: readonly Item[],
  change: write.BulkChange,
): Promise<BulkResult> {
  const result: BulkResult = { ids: [], changed: 0, entries: [], waiting: 0 };
  for (let from = 0; from < items.length; from += calls.MAX_BULK) {
    const part = items.slice(from, from + calls.MAX_BULK);
    const ids = part.map(({ id }) => id);
    const versions = part.map(({ version }) => version);
    const done = await callOnce(api, { type: kind, ids, versions, change }).catch((error: unknown) => {
      throw new BulkStopped(result, part, error);
    });
    result.ids.push(...ids);
    result.changed += done.changed;
    result.entries.push(...done.entries);
    result.waiting += done.waiting;
  }
  return result;
}

async function callOnce(api: Api, body: BulkCall): Promise<BulkResult> {
  // A node of the previous version sends fewer facts. Without entries, Undo is missing.
  const {
    changed,
    entries = [],
    waiting = 0,
  } = await api<typeof write.changeSeveral>(calls.changeSeveral, { body });
  return { ids: body.ids, changed, entries, waiting };
}
