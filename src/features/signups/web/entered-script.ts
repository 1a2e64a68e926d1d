import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';
import { EMAIL_KEY, ENTERED_MAX_AGE } from '#platform/web/entered.ts';
import { bindEntry } from '../contract/entry-calls.ts';

/**
 * Returns the script that runs before the first paint. When storage has an email but the cookie is lost, it
 * sets the cookie and reloads the page, because the landing page would flash otherwise. It makes the server
 * bind an unbound cookie to the email, so that revoking the address locks this browser out.
 */
export const enteredScript = (): string =>
  [
    `try{(function(e,c){if(e){if(!c){document.cookie='${ENTERED_COOKIE}=1; path=/; ` +
      `max-age=${ENTERED_MAX_AGE}; samesite=lax';`,
    `if(/(^|; )${ENTERED_COOKIE}=/.test(document.cookie))location.reload()}`,
    `else if(c[2]=='1')fetch('${bindEntry.path}',{method:'${bindEntry.method}',`,
    `headers:{'content-type':'application/json'},body:JSON.stringify({email:e})}).catch(function(){})}})`,
    `(localStorage.getItem('${EMAIL_KEY}'),document.cookie.match(/(^|; ` +
      `)${ENTERED_COOKIE}=([^;]*)/))}catch(e){}`,
  ].join('');
