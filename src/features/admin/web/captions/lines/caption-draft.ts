import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import * as drafts from '../../drafts/stored-drafts.ts';
import type { Line } from './caption-lines.ts';

/** Unsaved captions in this browser. */
export interface CaptionDraft {
  lines: Line[];
  /** Version of the item when editing began. */
  version: number;
  /** Epoch milliseconds. */
  at: number;
}

/** Returns the key of a draft: its owner, item and language. */
export const draftOwner = (
  userId: number,
  type: ItemType,
  id: number,
  language: string,
): drafts.DraftOwner => ({ userId, form: `captions:${type}:${id}:${language}` });

/** Captions share one draft among all tabs, and a page opens with it. */
const SESSION = 'captions';

/** Reads the draft; null without one, or when its format is unknown. */
export async function readDraft(owner: drafts.DraftOwner): Promise<CaptionDraft | null> {
  const [stored] = await drafts.readDrafts(owner);
  const draft = stored && { lines: stored.values.lines, version: Number(stored.base), at: stored.at };
  return isDraft(draft) ? draft : null;
}

/** Stores the draft. Returns false when the browser cannot. */
export const keepDraft = (owner: drafts.DraftOwner, { lines, version, at }: CaptionDraft): Promise<boolean> =>
  drafts.keepDraft(owner, { session: SESSION, values: { lines }, base: String(version), at });

export const dropDraft = (owner: drafts.DraftOwner): Promise<unknown> => drafts.dropDraft(owner, SESSION);

function isDraft(value: unknown): value is CaptionDraft {
  const { lines, version, at } = (value ?? {}) as Partial<CaptionDraft>;
  return Array.isArray(lines) && lines.every(isLine) && Number.isFinite(version) && typeof at === 'number';
}

function isLine(value: unknown): value is Line {
  const { id, settings, start, end, text } = (value ?? {}) as Partial<Line>;
  const isTime = (time: unknown) => time === null || typeof time === 'number';
  return [id, settings, text].every((part) => typeof part === 'string') && isTime(start) && isTime(end);
}
