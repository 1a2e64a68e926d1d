/** Storage key that says, before any script has come, what the reader has begun. */
export const BEGUN_KEY = 'stillwater.begun';

/** Storage key of the next offer's time, in epoch ms, for a reader who is through with all that was begun. */
export const OFFER_KEY = 'stillwater.offer';

/** Storage key of the time, in epoch ms, from which a reader who was away is welcomed. */
export const WELCOME_KEY = 'stillwater.welcome-at';

/** Storage key of the waves that the reader has seen to their ends, by id: `,3,7,`. */
export const THROUGH_KEY = 'stillwater.through';

/**
 * Key in local storage of a visitor's progress, and of a member's reports that have not reached the server.
 */
export const PROGRESS_KEY = 'stillwater.progress';

/**
 * Returns the script that runs before the first paint and marks the page of somebody who has begun. When an
 * offer or a welcome has become due, or the page's wave was seen to its end, it keeps room for it.
 */
export const begunScript = (): string =>
  `try{(function(s,d,n){var b=s.getItem('${BEGUN_KEY}')||s.getItem('${PROGRESS_KEY}')&&'through',` +
  `o=s.getItem('${OFFER_KEY}'),w=s.getItem('${WELCOME_KEY}'),p=/^.waves.(\\d+)/.exec(location.pathname);` +
  `if(b){d.begun=b=='through'&&o&&o<=n?'open':b;if(w&&w<=n)d.welcome='';` +
  `if(p&&(s.getItem('${THROUGH_KEY}')||'').includes(\`,\${p[1]},\`))d.through=''}})` +
  `(localStorage,document.documentElement.dataset,Date.now())}catch(e){}`;
