import { useEffectEvent, useLayoutEffect } from 'react';
import { lazyModule } from '../lazy-module.ts';
import type { Field } from './repeat.ts';

/** Code needed only after early actions. */
const code = lazyModule(() => import('./repeat.ts'));

/**
 * Prepares the page for hydration: loads the code that repeats early actions, if there are any. Firefox
 * refills fields after Back or a reload without an event. Such text counts as an early action; ticks and
 * choices are reset, because changing them may save at once, and the reader has not made them.
 */
export async function prepareEarlyActions(): Promise<void> {
  for (const field of document.querySelectorAll<Field>('[data-early] :is(input, textarea, select)')) {
    if (field.type === 'checkbox' || field.type === 'radio') field.checked = field.defaultChecked;
    else if (field.options) for (const option of field.options) option.selected = option.defaultSelected;
    else if (field.value !== field.defaultValue && field.type !== 'file')
      // Before the reader's actions, because the last action on a field counts.
      earlyActions.unshift([field, new Event('input'), field.value]);
  }
  if (earlyActions[0]) await code().catch(() => {});
}

/**
 * Repeats the early actions within an element when the component is hydrated. Calls `find` once. A part of
 * the element with a later hydration keeps its own actions.
 */
export function useEarlyActions(find: () => Element | null): void {
  const element = useEffectEvent(find);
  useLayoutEffect(() => {
    element()?.removeAttribute('data-early');
    // At once if the code is loaded, but not in React's commit, which ends with the server's contents.
    if (earlyActions[0]) void code().then(({ repeatEarlyActions }) => repeatEarlyActions());
  }, []);
}
