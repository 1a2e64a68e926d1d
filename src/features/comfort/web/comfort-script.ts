import { COMFORT_COOKIE } from '../contract/calls.ts';

/**
 * Key in the root's `dataset` for the requested dialog, until it opens. Also the name of the window's event.
 */
export const OPENS = 'opens';

/** Dialogs that a button opens by its `data-opens`. */
export type Opens = 'comfort' | 'shortcuts';

/** Key that opens the list of shortcuts, except in fields. */
export const SHORTCUTS_KEY = '?';

/** Fields where a question mark is text. */
const WRITTEN_IN = 'input:not([type=radio]),textarea,select,[contenteditable]';

/**
 * Interval in ms of repeated `wheel` events until the dialog opens, because its code loads on such events.
 */
const ASK_AGAIN = 300;

/**
 * Returns the script that runs before the first paint. It applies the chosen theme, text size and motion
 * (tokens.css) and the default of captions to the root, and again when the cookie changes in another tab or
 * after signing in. It also records a press on `data-opens` or the question mark at any time, until the
 * dialog's code has loaded.
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
