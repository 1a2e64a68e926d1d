import { useEffect, useRef, useState } from 'react';
import { defaultOf } from '#features/settings/shared/known-settings.ts';
import type { TextGroup } from '#features/settings/shared/text-groups.ts';
import { type Change, type Saving, shownAfter, useSaveTexts } from './use-save-texts.ts';

/** Texts by key; null is the default. */
type Stored = Readonly<Record<string, string | null>>;
export type Values = Readonly<Record<string, string>>;

/** Manages the texts of a group: typed and stored values, and saving. */
export function useTextValues(group: TextGroup, stored: ReadonlyMap<string, string>) {
  const keys = group.fields.map(({ key }) => key);
  const present = Object.fromEntries(keys.map((key) => [key, stored.get(key) ?? null]));
  const [seen, setSeen] = useState<Stored>(present);
  const [values, setValues] = useState<Values>(() => shownOf(present));
  const [conflict, setConflict] = useState(false);
  const dirty = keys.some((key) => values[key] !== shownOf(seen)[key]);
  const busy = useRef(false);

  // Refetched texts are shown, unless something is typed.
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
    // Two presses may come before the next rendering.
    if (busy.current || changes.length === 0) return false;
    busy.current = true;
    mutate({ changes, shown, done });
    return true;
  };
  /** Saves the typed texts. `over`: the texts to replace. */
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
    /** The texts as loaded. */
    saved: shownOf(seen),
    seen,
    dirty,
    isPending,
    /** Whether another person has saved meanwhile. */
    conflict,
    isChanged: keys.some((key) => seen[key] !== null),
    save: () => saveOver(seen),
    /** Replaces another person's texts, except texts that were not edited here. */
    saveOverTheirs: () => saveOver(present),
    showTheirs: () => {
      setConflict(false);
      setSeen(present);
      setValues(shownOf(present));
    },
    /** Restores the defaults. */
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

/** Returns the values typed after the sending. */
const typedAfter = (typed: Values, { changes, shown }: Saving): Values => ({
  ...typed,
  ...Object.fromEntries(Object.entries(shownAfter(changes)).filter(([key]) => typed[key] === shown[key])),
});

/** Converts a typed text. The default is not stored, so that it can improve with releases. */
function toStored(key: string, typed: string): string | null {
  const value = typed.trim();
  return value === defaultOf(key) ? null : value;
}
