/** Name of the meta element with the addresses of a page's scripts: the entry, then those to preload. */
export const SCRIPTS_META = 'scripts';

/** Id of the page's last element, which holds its state. */
export const STATE_ELEMENT = 'state';

/** Last character of a complete state: JSON without indentation has no line break. */
export const STATE_END = '\n';

/** Wait of scripts after the page, in ms, in a browser that does not report its first paint. */
const LATEST = 1000;

/** Wait for the last try to get a script that was lost, in ms. Each wait is twice as long as the last one. */
const LAST_WAIT = 32_000;

/** Wait for the end of a page whose scripts have come, in ms. Chromium never tells that it is lost. */
const PATIENCE = 10_000;

/**
 * Returns the script that requests the page's scripts once the first view is painted: the page can be read
 * without them, and on a slow line its text, fonts and cover come sooner. A hidden tab paints nothing, so
 * there they are requested when the document is complete. On a line that halts they may be here before the
 * end of the page, which holds its state: the entry runs after that, and after all of them have come.
 *
 * A preload that is lost on the way, one of later code too, is requested again by `fetch`, up to six times:
 * in WebKit a lost preload stays lost, and with it each import of the script. So is a style sheet, whose
 * element is then replaced by a new one. A page whose end is lost has no state or a part of it: it is loaded
 * again, once, as soon as its scripts have come.
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
