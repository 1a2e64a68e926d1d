import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/* A page asks the application itself for its data (`inject`). Such a call is part of the page's own request: it bears
   its id, and is neither logged, counted nor turned away by itself. A word that no outsider knows marks it. */

const HEADER = 'x-inner-call';
const WORD = randomUUID();

/** Headers for a call that is part of the request with this id. */
export const innerCallHeaders = (requestId: string) => ({ [HEADER]: WORD, 'x-request-id': requestId });

export const isInnerCall = ({ headers }: { headers: IncomingHttpHeaders }) => headers[HEADER] === WORD;
