import { useEffect, useRef, useState } from 'react';
import { defaultOf } from '#features/settings/shared/known-settings.ts';
import type { TextGroup } from '#features/settings/shared/text-groups.ts';
import { type Change, type Saving, shownAfter, useSaveTexts } from './use-save-texts.ts';

/** Texts by their keys; null is the default. */
export type Stored = Readonly<Record<string, string | null>>;
export type Values = Readonly<Record<string, string>>;

/** Holds the texts of a group: typed, as stored when they were read, and how they are saved. */
export function useTextValues(group: TextGroup, stored: ReadonlyMap<string, string>) {
  const keys = group.fields.map(({ key }) => key);
  const present = Object.fromEntries(keys.map((key) => [key, stored.get(key) ?? null]));
  const [seen, setSeen] = useState<Stored>(present);
  const [values, setValues] = useState<Values>(() => shownOf(present));
  const [conflict, setConflict] = useState(false);
  const dirty = keys.some((key) => values[key] !== shownOf(seen)[key]);
  const busy = useRef(false);

  // Texts that were fetched again are shown, unless something is typed.
  const fresh = JSON.stringify(present);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reacts to what is stored
  useEffect(() => {
    if (dirty || busy.current || fresh === JSON.stringify(seen)) return;
    setSeen(present);
    setValues(shownOf(present));
  }, [fresh]);

  const { mutate, isPending } = useSaveTexts({
    label: group.label,
    onSaved(saving) {
      setConflict(false);
      setSeen((before) => storedAfter(before, saving));
      setValues((typed) => typedAfter(typed, saving));
    },
    onConflict: () => setConflict(true),
    onSettled() {
      busy.current = false;
    },
  });
  const send = (changes: Change[], done: string, shown = values) => {
    // Two presses can come before the next rendering.
    if (busy.current || changes.length === 0) return false;
    busy.current = true;
    mutate({ changes, shown, done });
    return true;
  };
  /** Saves what was typed. `over`: the texts that it replaces. */
  const saveOver = (over: Stored) =>
    send(
      keys
        .filter((key) => values[key] !== shownOf(seen)[key])
        .map((key) => ({ key, value: toStored(key, values[key] ?? ''), expected: over[key] ?? null })),
      'Text saved',
    );

  return {
    keys,
    values,
    setValues,
    /** The texts as they were read. */
    saved: shownOf(seen),
    seen,
    dirty,
    isPending,
    /** Somebody else has saved meanwhile. */
    conflict,
    isChanged: keys.some((key) => seen[key] !== null),
    save: () => saveOver(seen),
    /** Replaces what somebody else has saved, but no text that was left alone here. */
    saveOverTheirs: () => saveOver(present),
    showTheirs: () => {
      setConflict(false);
      setSeen(present);
      setValues(shownOf(present));
    },
    /** Brings the defaults back. */
    reset: () => {
      const shown = shownOf({}, keys);
      setValues(shown);
      send(
        keys.flatMap((key) => {
          const expected = seen[key] ?? null;
          return expected === null ? [] : [{ key, value: null, expected }];
        }),
        'Reset to default',
        shown,
      );
    },
  };
}

const shownOf = (texts: Stored, keys: readonly string[] = Object.keys(texts)): Values =>
  Object.fromEntries(keys.map((key) => [key, texts[key] ?? defaultOf(key)]));

const storedAfter = (before: Stored, { changes }: Saving): Stored => ({
  ...before,
  ...Object.fromEntries(changes.map(({ key, value }) => [key, value])),
});

/** Words typed since the sending stay. */
const typedAfter = (typed: Values, { changes, shown }: Saving): Values => ({
  ...typed,
  ...Object.fromEntries(Object.entries(shownAfter(changes)).filter(([key]) => typed[key] === shown[key])),
});

/** A text that is the default is not stored, so that defaults improve with releases. */
function toStored(key: string, typed: string): string | null {
  const value = typed.trim();
  return value === defaultOf(key) ? null : value;
}
