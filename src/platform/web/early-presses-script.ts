declare global {
  /**
   * Presses again what was pressed within an element before its hydration, in order. Called when it is
   * hydrated. A part of it that is hydrated later keeps its own presses.
   */
  function releaseEarlyPresses(element: Element | null): void;
}

/**
 * Returns the script that notes presses on buttons within `data-early`, whose code has not come, and
 * defines {@link releaseEarlyPresses}. Links, popovers and a dialog's Close work without code; a play
 * button notes its own press. Each press gets a task of its own: a second step must see the result of the
 * first one, which may have put another button in the place of the pressed one.
 */
export const earlyPressesScript = (): string =>
  [
    `var releaseEarlyPresses=function(p,s){addEventListener('click',function(e){`,
    `var b=e.target.closest(s+' button[type=button]:not([data-marks-press],[popovertarget]),'+`,
    `s+' form[method=dialog] button[type=submit]:not(dialog *)');`,
    `if(b)p.push([b,e.clientX,e.clientY])},true);return function(e){e&&e.removeAttribute('data-early');`,
    `p=p.filter(function(n){var b=n[0];if(b.closest(s))return true;setTimeout(function(){`,
    `if(!b.isConnected)b=(b=document.elementFromPoint(n[1],n[2]))&&b.closest('button');b&&b.click()`,
    `})})}}([],'[data-early]');`,
  ].join('');
