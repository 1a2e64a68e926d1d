import { SCRIPTS_META } from './late-scripts-script.ts';

declare global {
  /**
   * Reloads the page if a release has removed the code of this tab, which then cannot load any later code.
   * Otherwise resolves, also where a reload would lose text, or has just happened.
   */
  var reloadAfterRelease: () => Promise<void>;
}

/** Fields with text, and frames, which may have some. The address holds the text of a search. */
const KEPT = 'input:read-write:not([type=search]),textarea,iframe';

/** Time in ms in which a reloaded page does not reload itself again. */
const PAUSE = 60_000;

/**
 * Returns the script with {@link reloadAfterRelease}. Inline, because the code of a first view has a budget.
 * The promise never resolves once the page reloads, so that no failure shows meanwhile. Development has no
 * list of scripts, and no release.
 */
export const afterReleaseScript = (): string =>
  [
    `function reloadAfterRelease(d,m){d=document;m=d.querySelector('meta[name=${SCRIPTS_META}]');`,
    `return fetch(m?m.content.split(' ')[0]:'',{method:'HEAD',cache:'no-store'}).then(function(r){`,
    `if(r.status==404&&![].some.call(d.querySelectorAll('${KEPT}'),function(f){return f.value!==''})`,
    `&&(performance.getEntriesByType('navigation')[0].type!='reload'||performance.now()>${PAUSE})){`,
    `location.reload();return new Promise(function(){})}},function(){})}`,
  ].join('');
