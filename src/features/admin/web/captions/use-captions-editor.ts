import { useCallback, useEffect, useRef, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import type { Cue } from '#platform/text/captions/parse-webvtt.ts';
import { many } from '#platform/web/counts.ts';
import type { Item } from '../content/content-kinds.ts';
import type { DraftOwner } from '../drafts/stored-drafts.ts';
import { useSaveInTurn } from '../keys/use-save-in-turn.ts';
import { NUDGE } from './film/film-panel.tsx';
import { type FilmElement, seekFilm, toggleFilm, useFilm } from './film/film-time.ts';
import type { CaptionDraft } from './lines/caption-draft.ts';
import * as edit from './lines/caption-lines.ts';
import type { CaptionFocus } from './lines/open-caption.tsx';
import { type CaptionLines, useCaptionLines } from './lines/use-caption-lines.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useSaveCaptions } from './use-save-captions.ts';

export interface CaptionsEditorProps {
  type: ItemType;
  item: Item;
  /** Initial version of the item. */
  version: number;
  /** The draft in this browser; null without one. */
  draft: CaptionDraft | null;
  owner: DraftOwner;
  /** Null: the captions of `captionsUrl`. */
  language: string | null;
  initial: readonly Cue[];
  /** Reads the saved captions of an item. */
  read(item: Item): Promise<edit.Line[]>;
  /** Reads the captions of `captionsUrl` for their times; null without any, or when this page edits them. */
  readOriginal: (() => Promise<edit.Line[]>) | null;
}

/** Manages the captions, their film, and the actions on both. */
export function useCaptionsEditor(props: CaptionsEditorProps) {
  const [initial] = useState(() => edit.linesOf(props.initial));
  const captions = useCaptionLines(props, initial, props.version);
  const { lines, index, change, openAt } = captions;
  const [element, setElement] = useState<FilmElement | null>(null);
  const film = useFilm(element);
  const [focus, setFocus] = useState<CaptionFocus>(null);
  const now = () => element?.currentTime ?? 0;
  const isTapping = film.isPlaying && edit.nextUntimed(lines) >= 0;

  const open = (at: number, cursor: CaptionFocus = 0) => {
    setFocus(cursor);
    openAt(at);
  };
  const go = useGo(lines, element, open);
  const step = (by: number) => go(Math.min(lines.length - 1, Math.max(0, index + by)), 'row');
  const replace = (next: readonly edit.Line[], title: string) => {
    change(() => next);
    openAt(null);
    toast({ title, description: `${many(next.length, 'caption')}. Undo brings the earlier ones back.` });
  };
  const takeFrom = (reading: Promise<edit.Line[]>, title: string) => {
    reading.then((next) => replace(next, title), reportUnread);
  };
  const tap = () => {
    const at = edit.nextUntimed(lines);
    change((present) => edit.tapped(present, now()));
    open(at, null);
  };
  const startHere = () => index >= 0 && change((all) => edit.startedAt(all, index, now()));
  const endHere = () => index >= 0 && change((all) => edit.endedAt(all, index, now()));
  const nudge = (by: number) => index >= 0 && change((all) => edit.shifted(all, index, by));
  const saving = useSaving(props, captions, open);
  // A second press with unchanged captions saves nothing.
  const saveChanges = () => (captions.isDirty || captions.lines.length === 0) && saving.save();
  const saveInTurn = useSaveInTurn(saveChanges, saving.isPending);
  useEditorKeys({
    ' ': () => (isTapping ? tap() : toggleFilm(element)),
    i: startHere,
    o: endHere,
    ArrowLeft: () => nudge(-NUDGE),
    ArrowRight: () => nudge(NUDGE),
    ArrowUp: () => step(-1),
    ArrowDown: () => step(1),
    undo: captions.undo,
    save: saveInTurn,
  });
  return {
    ...{ captions, film, focus, isTapping, saving, setElement, now },
    ...{ open, go, takeFrom, tap, startHere, endHere, nudge },
  };
}

/** Saves valid captions; otherwise opens the first invalid one. */
function useSaving(
  { type, item, language }: CaptionsEditorProps,
  captions: CaptionLines,
  open: (index: number) => void,
) {
  const { lines } = captions;
  const [isRefused, setRefused] = useState(false);
  const [conflict, setConflict] = useState<Item | null>(null);
  const { mutate, isPending } = useSaveCaptions({
    ...{ type, id: item.id, language },
    onSaved(savedLines, version) {
      setConflict(null);
      captions.saved(savedLines, version);
    },
    onConflict: setConflict,
  });
  const wrong = lines.filter((line) => edit.problemOf(line) !== null).length;
  return {
    isPending,
    conflict,
    /** Number of captions that cannot be saved. */
    wrong,
    /** Whether a save was refused, and a repetition would be too. */
    isRefused: isRefused && (wrong > 0 || lines.length === 0),
    /** `version`: the version to replace; by default the one from which editing began. */
    save(version = captions.version) {
      if (isPending) return;
      const first = lines.findIndex((line) => edit.problemOf(line) !== null);
      setRefused(first >= 0 || lines.length === 0);
      if (first >= 0) open(first);
      else if (lines.length > 0) mutate({ lines, version });
    },
    /** Ends the conflict with the other person's captions. */
    takeTheirs(theirs: readonly edit.Line[], version: number) {
      captions.reset(theirs, version);
      setConflict(null);
    },
  };
}

/** Reports that a captions file could not be read. */
export const reportUnread = toastFailure('Failed to read captions');

/** Returns a stable function that opens a caption and seeks to its start. */
function useGo(
  lines: readonly edit.Line[],
  element: FilmElement | null,
  open: (index: number, focus?: CaptionFocus) => void,
): (index: number, focus?: CaptionFocus) => void {
  const current = useRef({ lines, element, open });
  useEffect(() => {
    current.current = { lines, element, open };
  });
  return useCallback((index: number, focus?: CaptionFocus) => {
    const { start = null, text = '' } = current.current.lines[index] ?? {};
    if (start !== null) seekFilm(current.current.element, start);
    current.current.open(index, focus ?? text.length);
  }, []);
}
