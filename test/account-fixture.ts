import type { TestApi, TestClient } from './test-api.ts';

export const GOOD_PASSWORD = 'Quiet-Harbour-27';

let made = 0;

/** A browser at an address of its own, so that the limits of one test do not reach the next. */
export function someone(api: TestApi): TestClient {
  made += 1;
  return api.visitor(`10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`);
}

export interface NewAccount {
  username: string;
  email: string;
  password: string;
}

/** What a person types into the form; every call names another one. */
export function anAccount(given: Partial<NewAccount> = {}): NewAccount {
  made += 1;
  return {
    username: `person-${made}`,
    email: `person-${made}@example.org`,
    password: GOOD_PASSWORD,
    ...given,
  };
}

/** A browser that has just registered through the API, signed in. */
export async function registered(api: TestApi, given: Partial<NewAccount> = {}) {
  const account = anAccount(given);
  const client = someone(api);
  const answer = await client.send('POST', '/api/register', account);
  if (answer.status !== 201) throw new Error(`Not registered: ${answer.text}`);
  return { ...account, client, user: answer.body };
}

/** The latest mail to an address, with the token and the code that stand in it. */
export async function lastMailTo(api: TestApi, email: string) {
  const mail = await api.database.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { ...mail, ...proofIn(mail.text) };
}

/** The token and the code in a mail's text. */
export const proofIn = (text: string) => ({
  token: /#token=([\w-]+)/.exec(text)?.[1] ?? '',
  code: (/: (\d{3}) (\d{3})/.exec(text) ?? []).slice(1).join(''),
});
