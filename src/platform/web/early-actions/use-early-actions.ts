import { useEffectEvent, useLayoutEffect } from 'react';
import { lazyModule } from '../lazy-module.ts';
import type { Field } from './repeat.ts';

/** Code that only people who have acted before hydration need. */
const code = lazyModule(() => import('./repeat.ts'));

/**
 * Prepares the page for hydration: loads the code that repeats early actions, if there are any. Firefox
 * fills fields again after Back or a reload, without an event: such text is noted; ticks and choices are put
 * back, because a change of them may be saved at once, and nobody has made it.
 */
export async function prepareEarlyActions(): Promise<void> {
  for (const field of document.querySelectorAll<Field>('[data-early] :is(input, textarea, select)')) {
    if (field.type === 'checkbox' || field.type === 'radio') field.checked = field.defaultChecked;
    else if (field.options) for (const option of field.options) option.selected = option.defaultSelected;
    else if (field.value !== field.defaultValue && field.type !== 'file')
      // Before what was done: of a field, the last action counts.
      earlyActions.unshift([field, new Event('input'), field.value]);
  }
  if (earlyActions[0]) await code().catch(() => {});
}

/**
 * Repeats what was done within an element before its hydration, when the component is hydrated. `find` is
 * called once. A part of the element that is hydrated later keeps its own actions.
 */
export function useEarlyActions(find: () => Element | null): void {
  const element = useEffectEvent(find);
  useLayoutEffect(() => {
    element()?.removeAttribute('data-early');
    // At once if the code is loaded, but not in React's commit, which ends with the served contents.
    if (earlyActions[0]) void code().then(({ repeatEarlyActions }) => repeatEarlyActions());
  }, []);
}
