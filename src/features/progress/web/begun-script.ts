/** Storage key that says, before any script has come, what the reader has begun. */
export const BEGUN_KEY = 'stillwater.begun';

/**
 * Key in local storage of a visitor's progress, and of a member's reports that have not reached the server.
 */
export const PROGRESS_KEY = 'stillwater.progress';

/** Returns the script that runs before the first paint and marks the page of somebody who has begun. */
export const begunScript = (): string =>
  `try{(function(b){if(b)document.documentElement.dataset.begun=b})(localStorage.getItem('${BEGUN_KEY}')||` +
  `localStorage.getItem('${PROGRESS_KEY}')&&'through')` +
  `}catch(e){}`;
