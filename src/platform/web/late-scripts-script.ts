/** Name of the meta element with the addresses of a page's scripts: the entry, then those to preload. */
export const SCRIPTS_META = 'scripts';

/** Wait of scripts after the page, in ms, in a browser that does not report its first paint. */
const LATEST = 1000;

/** Wait for the last try to get a script that was lost, in ms. Each wait is twice as long as the last one. */
const LAST_WAIT = 32_000;

/**
 * Returns the script that requests the page's scripts once the first view is painted: the page can be read
 * without them, and on a slow line its text, fonts and cover come sooner. A hidden tab paints nothing, so
 * there they are requested when the document is complete. On a line that halts they may be here before the
 * end of the page, which holds its state: the entry runs after that. When it or an import of it is lost on
 * the way, both are requested again, up to five times.
 */
export const lateScriptsScript = (): string =>
  [
    `(function(d,w,m,o){function load(){if(o||!(m=d.querySelector('meta[name=${SCRIPTS_META}]')))return;o=1;`,
    `m=m.content.split(' ');m.forEach(function(u,e){e=d.createElement('link');e.rel='modulepreload';`,
    `e.href=u;d.head.append(e)});`,
    `if(d.readyState=='loading')addEventListener('DOMContentLoaded',run);else run()}`,
    `function run(e){e=d.createElement('script');e.type='module';e.src=m[0];d.head.append(e);`,
    `e.onerror=function(){w<${LAST_WAIT}&&setTimeout(run,w*=2)}}`,
    `if(d.hidden)addEventListener('DOMContentLoaded',load);`,
    `else new PerformanceObserver(load).observe({type:'paint',buffered:true});`,
    `addEventListener('load',function(){setTimeout(load,${LATEST})})})(document,${LATEST});`,
  ].join('');
