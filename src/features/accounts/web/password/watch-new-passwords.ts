import { makeApi } from '#platform/web/api-client.ts';
import type { checkPassword } from '../../contract/endpoints.ts';
import * as calls from '../../contract/password-check-calls.ts';
import { GOOD, GUESSABLE, lackingHint } from './password-hint.ts';

/** Pause in typing before the hint changes, in ms, because screen readers read out each change. */
const REST = 400;

/** The field of `NewPasswordFields`, in any form. */
const FIELD = 'input[name=password][autocomplete=new-password]';

const api = makeApi((path, init) => fetch(path, init));

/** The first hint of each note, which is the text of the password rule. */
const rules = new WeakMap<Element, string>();

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows hints below a new password during typing. Listens on the document and changes the form's rendered
 * note, so that forms need no code for hints. Loads with the forms' rules, at the first focus.
 */
export function watchNewPasswords(): void {
  const later = (input: HTMLInputElement) => {
    clearTimeout(timer);
    timer = setTimeout(() => void update(input), REST);
  };
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(FIELD)) later(target);
  });
  // A quick typist starts before this code has loaded.
  for (const input of document.querySelectorAll<HTMLInputElement>(FIELD))
    if (input.value !== '') later(input);
}

/**
 * Updates the hint. The server checks a password that satisfies `PASSWORD_RULE`; without its response the
 * first hint shows.
 */
async function update(input: HTMLInputElement): Promise<void> {
  const { value } = input;
  if (value === '') return show(input, null);
  const lacking = lackingHint(value);
  if (lacking !== null) return show(input, lacking);
  const judged = await api<typeof checkPassword>(calls.checkPassword, {
    body: { password: value, username: fieldOf(input, 'username'), email: fieldOf(input, 'email') },
  }).catch(() => null);
  // The reader may have typed more since.
  if (input.value === value) show(input, judged && (judged.guessable ? GUESSABLE : GOOD));
}

/** Returns the value of another field of the form, which a password must not repeat. */
function fieldOf({ form }: HTMLInputElement, name: string): string {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** Changes the hint of a field, unless an error replaces it; null shows the first hint. */
function show(input: HTMLInputElement, hint: string | null): void {
  const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  if (!note?.matches('.hint')) return;
  if (!rules.has(note)) rules.set(note, note.textContent);
  note.setAttribute('aria-live', 'polite');
  note.textContent = hint ?? rules.get(note) ?? '';
}
