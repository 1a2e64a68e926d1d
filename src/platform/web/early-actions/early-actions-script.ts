declare global {
  /** Actions before hydration, in order. {@link earlyActionsScript} stores them. */
  var earlyActions: EarlyAction[];
}

/** An event on a button, form field or `details`, and the field's contents at that time. */
export type EarlyAction = readonly [target: HTMLElement, event: Event, value?: string, checked?: boolean];

/**
 * Returns the script that stores actions within `[data-early]`, an element before its hydration: presses on
 * buttons, contents of form fields, and opened `details`. `useEarlyActions` repeats them. Links, popovers and
 * a dialog's Close work without code; a play button stores its own press. The contents of fields may be lost
 * at hydration: React empties a filled text area, and restores its own text. A pressed button shows that it
 * waits, because on a slow line the code takes half a minute.
 */
export const earlyActionsScript = (): string =>
  [
    `var earlyActions=[];(function(s,q){q={`,
    `click:s+' button[type=button]:not([data-marks-press],[popovertarget]),'+`,
    `s+' form[method=dialog] button[type=submit]:not(dialog *)',`,
    `input:s+' *',toggle:s+' details'};`,
    `Object.keys(q).forEach(function(t){addEventListener(t,function(e){var f=e.target.closest(q[t]);`,
    `if(f){f.dataset.pressed='';earlyActions.push([f,e,f.value,f.checked])}},true)})})('[data-early]');`,
  ].join('');
