/**
 * Returns the script that stores presses made before hydration. A press on a play button marks it
 * (`data-pressed`). `k` and Space press the lesson's button until the player has loaded, which then handles
 * all keys.
 */
export const earlyPressScript = (): string =>
  [
    `addEventListener('click',function(e){var b=e.target.closest('[data-marks-press]');`,
    `if(b)b.dataset.pressed=''},true);`,
    `addEventListener('keydown',function(e){var s=e.key==' ',t=e.target,b,d;`,
    `if(e.altKey||e.ctrlKey||e.metaKey||!s&&e.key!='k'&&e.key!='K'||`,
    `t.closest('input,textarea,select,[contenteditable]'+(s?',button,a,summary':'')))return;`,
    `b=document.querySelector('[data-takes-keys]');d=t.closest('dialog');`,
    `if(b&&(!d||d.contains(b))){e.preventDefault();if(!e.repeat)b.click()}},true);`,
  ].join('');
