import type * as accounts from '#features/accounts/contract/endpoints.ts';
import { getCsrfToken, urlOf } from '#platform/http/contract/call.ts';
import type { Api } from '#platform/web/api-client.ts';
import { cancelResumable as call } from '../../contract/resumable-calls.ts';

/** Deletes the received parts of an upload. Rejects when the server is unreachable. */
export async function cancelResumable(api: Api, token: string): Promise<void> {
  const { csrfToken } = await api<typeof accounts.getCsrfToken>(getCsrfToken);
  await fetch(urlOf(call, { params: { token } }), {
    method: call.method,
    headers: { 'tus-resumable': '1.0.0', 'csrf-token': csrfToken },
    // The request must outlive the page.
    keepalive: true,
  });
}
