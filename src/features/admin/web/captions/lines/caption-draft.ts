import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Line } from './caption-lines.ts';

/** Unsaved captions in this browser. */
export interface CaptionDraft {
  lines: Line[];
  /** The item's version that they began from. */
  version: number;
  /** Epoch milliseconds. */
  at: number;
}

export const draftKey = (type: ItemType, id: number, language: string): string =>
  `stillwater-captions-${type}-${id}-${language}`;

/** Reads the draft; null when there is none, or when it is not this program's. */
export function readDraft(key: string): CaptionDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps the draft. Returns false when the browser does not. */
export function keepDraft(key: string, draft: CaptionDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is no draft.
  }
}

function isDraft(value: unknown): value is CaptionDraft {
  const { lines, version, at } = (value ?? {}) as Partial<CaptionDraft>;
  return Array.isArray(lines) && lines.every(isLine) && typeof version === 'number' && typeof at === 'number';
}

function isLine(value: unknown): value is Line {
  const { id, settings, start, end, text } = (value ?? {}) as Partial<Line>;
  const isTime = (time: unknown) => time === null || typeof time === 'number';
  return [id, settings, text].every((part) => typeof part === 'string') && isTime(start) && isTime(end);
}
