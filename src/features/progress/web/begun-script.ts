/** Storage key of what the reader has begun, for the script before the first paint. */
export const BEGUN_KEY = 'stillwater.begun';

/** Storage key of the next offer's time, in epoch ms, for a reader who is through with all begun waves. */
export const OFFER_KEY = 'stillwater.offer';

/** Storage key of the next welcome's time, in epoch ms. */
export const WELCOME_KEY = 'stillwater.welcome-at';

/** Storage key of the ids of waves that the reader has seen to their ends: `,3,7,`. */
export const THROUGH_KEY = 'stillwater.through';

/** Key in local storage of a visitor's progress, and of a member's unsent reports. */
export const PROGRESS_KEY = 'stillwater.progress';

/**
 * Returns the script that marks the page of a reader with progress before the first paint. It reserves room
 * for a due offer or welcome, and for the line about a seen wave.
 */
export const begunScript = (): string =>
  `try{(function(s,d,n){var b=s.getItem('${BEGUN_KEY}')||s.getItem('${PROGRESS_KEY}')&&'through',` +
  `o=s.getItem('${OFFER_KEY}'),w=s.getItem('${WELCOME_KEY}'),p=/^.waves.(\\d+)/.exec(location.pathname);` +
  `if(b){d.begun=b=='through'&&o&&o<=n?'open':b;if(w&&w<=n)d.welcome='';` +
  `if(p&&(s.getItem('${THROUGH_KEY}')||'').includes(\`,\${p[1]},\`))d.through=''}})` +
  `(localStorage,document.documentElement.dataset,Date.now())}catch(e){}`;
