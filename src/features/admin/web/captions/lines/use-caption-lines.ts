import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftOwner } from '../../drafts/stored-drafts.ts';
import { type CaptionDraft, dropDraft, keepDraft } from './caption-draft.ts';
import { type Line, renewed } from './caption-lines.ts';

/** Maximum number of Undo steps. */
const MAX_STEPS = 100;

interface State {
  lines: readonly Line[];
  past: readonly (readonly Line[])[];
  /** Key of the open caption. */
  open: number | null;
}

export interface CaptionLines extends State {
  /** Index of the open caption; -1 when all are closed. */
  index: number;
  /** Whether the captions differ from the saved ones. */
  isDirty: boolean;
  /** Time at which the draft was stored in this browser, in epoch ms. */
  keptAt: number | null;
  /** Version of the item when editing began. */
  version: number;
  /** Applies a change. Typing in one field is one Undo step; `step` identifies the field. */
  change(how: (lines: readonly Line[]) => readonly Line[], step?: string): void;
  /** Opens a caption by its index; null closes all. */
  openAt(index: number | null): void;
  undo(): void;
  /** Marks these lines as saved. Later changes remain a draft. */
  saved(lines: readonly Line[], version: number): void;
  /** Replaces the draft by saved lines, from here or another person. Undo restores it. */
  reset(lines: readonly Line[], version: number): void;
}

const pastWith = (lines: State['lines'], past: State['past']): State['past'] =>
  [...past, lines].slice(-MAX_STEPS);

/** Manages the captions of one language: Undo, the open caption, and a draft until they are saved. */
export function useCaptionLines(
  { owner, draft }: { owner: DraftOwner; draft: CaptionDraft | null },
  initial: readonly Line[],
  itemVersion: number,
): CaptionLines {
  const [state, setState] = useState<State>(() => ({
    lines: draft ? renewed(draft.lines) : initial,
    past: [],
    open: null,
  }));
  const [version, setVersion] = useState(draft?.version ?? itemVersion);
  const [isDirty, setDirty] = useState(draft !== null);
  const [keptAt, setKeptAt] = useState(draft?.at ?? null);
  const step = useRef<string | undefined>(undefined);
  const { lines, open } = state;
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
  });

  // Stores the draft at once, because the page may be closed. The longest captions take milliseconds.
  const { userId, form } = owner;
  useEffect(() => {
    if (!isDirty) return setKeptAt(null);
    const at = Date.now();
    let isCurrent = true;
    void keepDraft({ userId, form }, { lines: [...lines], version, at }).then((isKept) => {
      if (isCurrent) setKeptAt(isKept ? at : null);
    });
    return () => {
      isCurrent = false;
    };
  }, [userId, form, lines, version, isDirty]);

  const change = useCallback((how: (lines: readonly Line[]) => readonly Line[], field?: string) => {
    const goesOn = field !== undefined && step.current === field;
    step.current = field;
    setDirty(true);
    setState((before) => ({
      ...before,
      lines: how(before.lines),
      past: goesOn ? before.past : pastWith(before.lines, before.past),
    }));
  }, []);
  const openAt = useCallback((index: number | null) => {
    step.current = undefined;
    setState((before) => ({ ...before, open: index === null ? null : (before.lines[index]?.key ?? null) }));
  }, []);
  const undo = () => {
    step.current = undefined;
    if (state.past.length === 0) return;
    // After a save, Undo leads to captions that differ from the saved ones.
    setDirty(true);
    setState((before) => {
      const last = before.past.at(-1);
      return last ? { ...before, lines: last, past: before.past.slice(0, -1) } : before;
    });
  };
  const clean = (next: number) => {
    void dropDraft(owner);
    setDirty(false);
    setKeptAt(null);
    setVersion(next);
  };
  return {
    ...state,
    ...{ version, isDirty, keptAt, change, openAt, undo },
    index: lines.findIndex((line) => line.key === open),
    saved(savedLines, next) {
      if (latest.current === savedLines) clean(next);
      else setVersion(next);
    },
    reset(next, nextVersion) {
      step.current = undefined;
      clean(nextVersion);
      setState(({ lines: given, past }) => ({ lines: next, past: pastWith(given, past), open: null }));
    },
  };
}
