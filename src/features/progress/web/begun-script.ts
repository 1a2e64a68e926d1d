/** Storage key that says, before any script has come, what the reader has begun. */
export const BEGUN_KEY = 'stillwater.begun';

/** Storage key of the next offer's time, in epoch ms, for a reader who is through with all that was begun. */
export const OFFER_KEY = 'stillwater.offer';

/**
 * Key in local storage of a visitor's progress, and of a member's reports that have not reached the server.
 */
export const PROGRESS_KEY = 'stillwater.progress';

/**
 * Returns the script that runs before the first paint and marks the page of somebody who has begun. When an
 * offer has become due, it keeps room for it.
 */
export const begunScript = (): string =>
  `try{(function(b,o){if(b)document.documentElement.dataset.begun=b=='through'&&o&&o<=Date.now()?'open':b})` +
  `(localStorage.getItem('${BEGUN_KEY}')||localStorage.getItem('${PROGRESS_KEY}')&&'through',` +
  `localStorage.getItem('${OFFER_KEY}'))}catch(e){}`;
