/** Name of the meta element with the addresses of a page's scripts: the entry, then those to preload. */
export const SCRIPTS_META = 'scripts';

/** Id of the page's last element, which holds its state. */
export const STATE_ELEMENT = 'state';

/** Last character of a complete state. JSON without indentation contains no line break. */
export const STATE_END = '\n';

/** Maximum wait of scripts in ms, in a browser that does not report its first paint. */
const LATEST = 1000;

/** Wait before the last retry of a lost script, in ms. Each wait is twice as long as the previous one. */
const LAST_WAIT = 32_000;

/** Wait for the end of a page whose scripts have loaded, in ms. Chromium does not report its loss. */
const PATIENCE = 10_000;

/**
 * Returns the script that requests the page's scripts after the first paint: the page is readable without
 * them, and on a slow connection its text, fonts and cover arrive sooner. A hidden tab paints nothing, so it
 * requests them when the document is complete. When the connection stalls, they may arrive before the end of
 * the page, which holds its state; the entry waits for both. Requests a lost preload, also one of later code,
 * again by `fetch`, up to six times: in WebKit a lost preload stays lost, and with it each import of the
 * script. Replaces the element of a lost style sheet by a new one. A page without its end has no complete
 * state, so the script reloads it, once, as soon as its scripts have loaded.
 */
export const lateScriptsScript = (): string =>
  [
    `(function(d,w,m,o,n){function load(){`,
    `if(o||!(m=d.querySelector('meta[name=${SCRIPTS_META}]')))return;o=1;`,
    `m=m.content.split(' ');n=m.length;m.forEach(function(u,e){e=d.createElement('link');`,
    `e.rel='modulepreload';e.href=u;e.onload=came;`,
    `e.relList.supports(e.rel)?d.head.append(e):again(u,w,came)})}`,
    `d.addEventListener('error',function(e){e=e.target;e.rel=='modulepreload'?again(e.href,w,came):`,
    `e.rel=='stylesheet'&&again(e.href,w,function(){e.replaceWith(e.cloneNode())})},true);`,
    `function again(u,w,f){fetch(u).then(function(r){if(!r.ok)throw r;return r.blob()})`,
    `.then(f,function(){w<${LAST_WAIT}&&setTimeout(again,w*=2,u,w,f)})}`,
    `function came(){--n||(d.readyState=='loading'?`,
    `(addEventListener('DOMContentLoaded',run),setTimeout(lost,${PATIENCE})):run())}`,
    `function lost(e){e=d.getElementById('${STATE_ELEMENT}');`,
    `return !(e&&e.textContent.endsWith(${JSON.stringify(STATE_END)}))&&`,
    `(performance.getEntriesByType('navigation')[0].type=='reload'||location.reload(),1)}`,
    `function run(e){if(lost())return;`,
    `e=d.createElement('script');e.type='module';e.src=m[0];d.head.append(e);`,
    `e.onerror=function(){w<${LAST_WAIT}&&setTimeout(run,w*=2)}}`,
    `if(d.hidden)addEventListener('DOMContentLoaded',load);`,
    `else new PerformanceObserver(load).observe({type:'paint',buffered:true});`,
    `addEventListener('load',function(){setTimeout(load,${LATEST})})})(document,${LATEST});`,
  ].join('');
