import { z } from 'zod';
import type { PayPalClient } from './paypal-client.ts';
import { WEBHOOK_EVENTS } from './paypal-events.ts';
import { Ignored, WithId } from './paypal-schemas.ts';
import { Entries } from './read-entries.ts';

/* The registration of our webhook in a PayPal account. */

const WEBHOOKS = '/v1/notifications/webhooks';

const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })).default([]),
});
type Webhook = z.infer<typeof Webhook>;
const WebhookList = z.object({ webhooks: Entries });

/** Creates the webhook, or changes its address and events if they differ. Returns its id. */
export async function ensureWebhook(
  client: PayPalClient,
  url: string,
  known: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  const webhooks = await listWebhooks(client);
  // A webhook with another address may belong to another installation, and is changed only if its id is known
  // as ours.
  const found = webhooks.find((webhook) => webhook.url === url) ?? webhooks.find(({ id }) => id === known);
  const event_types = WEBHOOK_EVENTS.map((name) => ({ name }));
  if (!found) {
    const { id } = await client.call({
      method: 'POST',
      path: WEBHOOKS,
      body: { url, event_types },
      response: WithId,
    });
    say(`The webhook ${id} was created: ${url}`);
    return id;
  }
  const changes = [
    ...(found.url === url ? [] : [{ op: 'replace', path: '/url', value: url }]),
    ...(eventsDiffer(found) ? [{ op: 'replace', path: '/event_types', value: event_types }] : []),
  ];
  if (changes.length > 0)
    await client.call({ method: 'PATCH', path: `${WEBHOOKS}/${found.id}`, body: changes, response: Ignored });
  say(`The webhook ${found.id} ${changes.length > 0 ? 'was changed' : 'exists'}: ${url}`);
  return found.id;
}

/**
 * Lists the problems of a webhook, one sentence each. `url`: the expected address. Adds missing event types,
 * because a newer program may need more of them.
 */
export async function checkWebhook(
  client: PayPalClient,
  id: string,
  url: string,
  say: (line: string) => void,
): Promise<string[]> {
  const webhook = (await listWebhooks(client)).find((each) => each.id === id);
  if (!webhook) return [`This app has no webhook ${id}.`];
  const missing = missingEvents(webhook);
  // With another address it may belong to another installation.
  if (webhook.url !== url || missing.length === 0) return findProblems(webhook, url);
  const value = [...webhook.event_types.map(({ name }) => ({ name })), ...missing.map((name) => ({ name }))];
  const body = [{ op: 'replace', path: '/event_types', value }];
  await client.call({ method: 'PATCH', path: `${WEBHOOKS}/${id}`, body, response: Ignored });
  say(`The webhook ${id} now sends ${missing.join(', ')} too.`);
  return [];
}

async function listWebhooks(client: PayPalClient): Promise<Webhook[]> {
  const { webhooks } = await client.call({ method: 'GET', path: WEBHOOKS, response: WebhookList });
  return client.readEntries('webhooks', webhooks, Webhook);
}

function findProblems(webhook: Webhook, url: string): string[] {
  const problems: string[] = [];
  if (webhook.url !== url) problems.push(`The webhook’s address is ${webhook.url}, not ${url}.`);
  const missing = missingEvents(webhook);
  if (missing.length > 0) problems.push(`The webhook does not send ${missing.join(', ')}.`);
  return problems;
}

function missingEvents({ event_types }: Webhook): string[] {
  const names = new Set(event_types.map(({ name }) => name));
  return names.has('*') ? [] : WEBHOOK_EVENTS.filter((name) => !names.has(name));
}

const eventsDiffer = (webhook: Webhook) =>
  missingEvents(webhook).length > 0 || webhook.event_types.length !== WEBHOOK_EVENTS.length;
