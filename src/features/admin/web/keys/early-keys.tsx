import { useHydrated } from '#platform/web/use-hydrated.ts';
import { KEY_CHOICE } from './key-choice.ts';

/** Elements that receive typed letters. */
export const WRITTEN_IN = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

/**
 * Inline script that handles keys until hydration, as `AdminKeys` does afterwards. A pressed button records
 * the press (`earlyActionsScript`). Only the administration has this script, because learners' pages have a
 * budget of bytes. It listens on the document, before the site's own key listener on the window, which
 * ignores handled keys.
 */
export const EARLY_KEYS_SCRIPT = import.meta.env.SSR
  ? [
      `document.addEventListener('keydown',function(e){var k=e.key,n=null;`,
      `if(e.defaultPrevented||k.length>1||e.repeat||e.altKey||e.ctrlKey||e.metaKey||e.target.closest(`,
      `'${WRITTEN_IN}'))return;`,
      `try{if(localStorage.getItem('${KEY_CHOICE}')=='off')return}catch(x){}`,
      `document.querySelectorAll('[data-early] [aria-keyshortcuts]').forEach(function(c){`,
      `if(!n&&c.getAttribute('aria-keyshortcuts')==k)n=c});`,
      `if(n){e.preventDefault();n.matches('input')?n.focus():n.click()}})`,
    ].join('')
  : '';

/** The script of early keys, only in the server's HTML. */
export const EarlyKeys = () =>
  useHydrated() ? null : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; its hash is in the CSP
    <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY_KEYS_SCRIPT }} />
  );
