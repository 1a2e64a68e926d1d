import type { TestApi, TestClient } from './test-api.ts';

export const GOOD_PASSWORD = 'Quiet-Harbour-27';

let made = 0;

/** Opens a browser with its own IP address, so that tests do not share rate limits. */
export function someone(api: TestApi): TestClient {
  made += 1;
  return api.visitor(`10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`);
}

export interface NewAccount {
  username: string;
  email: string;
  password: string;
}

/** Returns form values of a new person, different at each call. */
export function anAccount(given: Partial<NewAccount> = {}): NewAccount {
  made += 1;
  return {
    username: `person-${made}`,
    email: `person-${made}@example.org`,
    password: GOOD_PASSWORD,
    ...given,
  };
}

/** Registers an account through the API and returns its signed-in browser. */
export async function registered(api: TestApi, given: Partial<NewAccount> = {}) {
  const account = anAccount(given);
  const client = someone(api);
  const answer = await client.send('POST', '/api/register', account);
  if (answer.status !== 201) throw new Error(`The registration failed: ${answer.text}`);
  return { ...account, client, user: answer.body };
}

/** Returns the latest mail to an address, with its token and code. */
export async function lastMailTo(api: TestApi, email: string) {
  const mail = await api.database.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { ...mail, ...proofIn(mail.text) };
}

/** Extracts token and code from a mail's text. */
export const proofIn = (text: string) => ({
  token: /#token=([\w-]+)/.exec(text)?.[1] ?? '',
  code: (/: (\d{3}) (\d{3})/.exec(text) ?? []).slice(1).join(''),
});
