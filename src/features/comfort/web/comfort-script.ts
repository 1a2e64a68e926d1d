import { COMFORT_COOKIE } from '../contract/calls.ts';

/** Key in the root's `dataset`: the dialog that was asked for, until it opens. Also the window's event. */
export const OPENS = 'opens';

/** Dialogs that a button opens by its `data-opens`. */
export type Opens = 'comfort' | 'shortcuts';

/** Opens the list of shortcuts, everywhere but in fields. */
export const SHORTCUTS_KEY = '?';

/** Fields in which a question mark is text. */
const WRITTEN_IN = 'input:not([type=radio]),textarea,select,[contenteditable]';

/** Interval in ms at which a `wheel` event is sent until the dialog opens: its code loads at such events. */
const ASK_AGAIN = 300;

/**
 * Returns the script that runs before the first paint: it gives the root the chosen theme, text size and
 * motion (tokens.css), and the default of captions, again when the cookie changes in another tab or by a
 * sign-in. It also hears a press on `data-opens` or the question mark, at any time, and keeps it until the
 * dialog's code is there.
 */
export const comfortScript = (): string =>
  [
    `(function(d){function s(){try{var c=JSON.parse(decodeURIComponent((document.cookie.match(`,
    `/(?:^|; )${COMFORT_COOKIE}=([^;]*)/)||[])[1]||'{}'));['theme','text','motion'].forEach(function(k){`,
    `/^(light|dark|large|larger|on|off)$/.test(c[k])?d[k]=c[k]:delete d[k]});`,
    `c.captions===false?d.captions='off':delete d.captions}catch(e){}}`,
    `function o(n){d.${OPENS}=n;dispatchEvent(new Event('${OPENS}'));`,
    `var t=setInterval(function(){d.${OPENS}?dispatchEvent(new Event('wheel')):`,
    `clearInterval(t)},${ASK_AGAIN})}`,
    `s();self.cookieStore&&cookieStore.addEventListener&&cookieStore.addEventListener('change',s);`,
    `addEventListener('click',function(e){var b=e.target.closest('[data-${OPENS}]');`,
    `b&&b!=document.documentElement&&o(b.dataset.${OPENS})});`,
    `addEventListener('keydown',function(e){if(e.key=='${SHORTCUTS_KEY}'&&!e.altKey&&!e.ctrlKey&&`,
    `!e.metaKey&&!e.repeat&&!e.defaultPrevented&&!e.target.closest('${WRITTEN_IN}')){`,
    `e.preventDefault();o('shortcuts')}})`,
    `})(document.documentElement.dataset);`,
  ].join('');
