import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PLAN } from '../../contract.ts';
import { Cents, Nothing } from './paypal-answers.ts';
import { type PayPalClient, PayPalRefused } from './paypal-client.ts';
import { WEBHOOK_EVENTS } from './paypal-events.ts';

/* What the site needs in a PayPal account: a product, the plan of it, and a webhook. Set up and checked by
   `npm run paypal`, never by the site itself. */

/** Ours, so that a second run finds it. */
const PRODUCT_ID = 'STILLWATER-SUBSCRIPTION';
const PAGE_SIZE = 20;

export interface AccountIds {
  planId: string;
  webhookId: string;
}

/** All that is needed of what was made or found. */
const Named = z.object({ id: z.string() });
const PlanList = z.object({
  plans: z.array(z.object({ id: z.string(), status: z.string().optional() })).optional(),
});
const Money = z.object({ value: Cents, currency_code: z.string() });
const Plan = z.object({
  id: z.string(),
  status: z.string(),
  quantity_supported: z.boolean().optional(),
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      total_cycles: z.number().optional(),
      frequency: z.object({ interval_unit: z.string(), interval_count: z.number().optional() }),
      pricing_scheme: z.object({ fixed_price: Money.optional() }).optional(),
    }),
  ),
  payment_preferences: z
    .object({ auto_bill_outstanding: z.boolean().optional(), setup_fee: Money.optional() })
    .optional(),
  taxes: z.object({ percentage: z.string().optional(), inclusive: z.boolean().optional() }).optional(),
});
type Plan = z.infer<typeof Plan>;
const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })).default([]),
});
type Webhook = z.infer<typeof Webhook>;
const WebhookList = z.object({ webhooks: z.array(Webhook).default([]) });

const MONTHLY_PLAN = {
  product_id: PRODUCT_ID,
  name: 'Stillwater, monthly',
  description: 'Everything premium, every month',
  status: 'ACTIVE',
  billing_cycles: [
    {
      frequency: { interval_unit: 'MONTH', interval_count: 1 },
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
      pricing_scheme: { fixed_price: { value: PLAN.price, currency_code: PLAN.currency } },
    },
  ],
  payment_preferences: {
    // A month that failed is locked, not owed: the next payment is $20.00, and no other sum.
    auto_bill_outstanding: false,
    // PayPal tries a failed payment again twice, five days apart; then it stops by itself, whatever becomes of us.
    payment_failure_threshold: 3,
  },
};

/**
 * Makes what is missing, and tells `say` what was done. A second run makes nothing twice. `known`: the ids of an
 * earlier run, whose webhook moves along when the site's address has changed.
 */
export async function setUpAccount(
  client: PayPalClient,
  publicUrl: string,
  known: Partial<AccountIds>,
  say: (line: string) => void,
): Promise<AccountIds> {
  await ensureProduct(client, publicUrl, say);
  const planId = await ensurePlan(client, known.planId, say);
  const webhookId = await ensureWebhook(client, webhookUrl(publicUrl), known.webhookId, say);
  return { planId, webhookId };
}

/** What is wrong with the plan and the webhook, one sentence each; none when all is well. */
export async function checkAccount(
  client: PayPalClient,
  publicUrl: string,
  ids: AccountIds,
): Promise<string[]> {
  const plan = await readPlan(client, ids.planId);
  const planFaults = plan ? findPlanFaults(plan) : [`This account has no plan ${ids.planId}.`];
  const webhook = (await listWebhooks(client)).find(({ id }) => id === ids.webhookId);
  if (!webhook) return [...planFaults, `This app has no webhook ${ids.webhookId}.`];
  return [...planFaults, ...findWebhookFaults(webhook, webhookUrl(publicUrl))];
}

export const webhookUrl = (publicUrl: string) => `${publicUrl}/api/webhooks/paypal`;

async function ensureProduct(
  client: PayPalClient,
  homeUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const path = '/v1/catalogs/products';
  if (await orNull(client.call({ method: 'GET', path: `${path}/${PRODUCT_ID}`, answer: Named })))
    return say(`The product ${PRODUCT_ID} is there.`);
  const body = {
    id: PRODUCT_ID,
    name: 'Stillwater subscription',
    description: 'Everything premium on Stillwater',
    type: 'SERVICE',
    home_url: homeUrl,
  };
  await client.call({ method: 'POST', path, body, requestId: randomUUID(), answer: Named });
  say(`The product ${PRODUCT_ID} was made.`);
}

async function ensurePlan(
  client: PayPalClient,
  known: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  const path = '/v1/billing/plans';
  for (const id of [...(known ? [known] : []), ...(await listPlans(client))]) {
    const plan = await readPlan(client, id);
    if (!plan || findPlanFaults(plan).length > 0) continue;
    say(`The plan ${id} is there: $${PLAN.price} every month.`);
    return id;
  }
  const { id } = await client.call({
    method: 'POST',
    path,
    body: MONTHLY_PLAN,
    requestId: randomUUID(),
    answer: Named,
  });
  say(`The plan ${id} was made: $${PLAN.price} every month.`);
  return id;
}

async function listPlans(client: PayPalClient): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/v1/billing/plans?product_id=${PRODUCT_ID}&page_size=${PAGE_SIZE}&page=${page}`;
    const { plans = [] } = await client.call({ method: 'GET', path, answer: PlanList });
    ids.push(...plans.map(({ id }) => id));
    if (plans.length < PAGE_SIZE) return ids;
  }
}

const readPlan = (client: PayPalClient, id: string) =>
  orNull(client.call({ method: 'GET', path: `/v1/billing/plans/${encodeURIComponent(id)}`, answer: Plan }));

function findPlanFaults(plan: Plan): string[] {
  const faults: string[] = [];
  const { billing_cycles, payment_preferences, taxes } = plan;
  const [cycle] = billing_cycles;
  const price = cycle?.pricing_scheme?.fixed_price;
  const isMonthly = cycle?.frequency.interval_unit === 'MONTH' && (cycle.frequency.interval_count ?? 1) === 1;
  if (plan.status !== 'ACTIVE') faults.push(`The plan is ${plan.status}, not ACTIVE.`);
  if (price?.value !== PLAN.cents || price.currency_code !== PLAN.currency)
    faults.push(`The plan’s price is not ${PLAN.price} ${PLAN.currency}.`);
  if (!isMonthly) faults.push('The plan is not paid every month.');
  if (billing_cycles.length !== 1 || cycle?.tenure_type !== 'REGULAR' || (cycle.total_cycles ?? 0) !== 0)
    faults.push('The plan has a trial or an end.');
  if (plan.quantity_supported) faults.push('The plan can be bought more than once at a time.');
  if ((payment_preferences?.setup_fee?.value ?? 0) !== 0) faults.push('The plan has a set-up fee.');
  if (payment_preferences?.auto_bill_outstanding)
    faults.push('The plan adds failed payments to the next one, which is then not the price.');
  if (Number(taxes?.percentage ?? 0) !== 0 && taxes?.inclusive === false)
    faults.push('The plan adds taxes to its price.');
  return faults;
}

async function ensureWebhook(
  client: PayPalClient,
  url: string,
  known: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  const webhooks = await listWebhooks(client);
  // One at another address may belong to another installation: it is moved only when it is known to be ours.
  const found = webhooks.find((webhook) => webhook.url === url) ?? webhooks.find(({ id }) => id === known);
  const event_types = WEBHOOK_EVENTS.map((name) => ({ name }));
  const path = '/v1/notifications/webhooks';
  if (!found) {
    const { id } = await client.call({ method: 'POST', path, body: { url, event_types }, answer: Named });
    say(`The webhook ${id} was made: ${url}`);
    return id;
  }
  const changes = [
    ...(found.url === url ? [] : [{ op: 'replace', path: '/url', value: url }]),
    ...(eventsDiffer(found) ? [{ op: 'replace', path: '/event_types', value: event_types }] : []),
  ];
  if (changes.length > 0)
    await client.call({ method: 'PATCH', path: `${path}/${found.id}`, body: changes, answer: Nothing });
  say(`The webhook ${found.id} ${changes.length > 0 ? 'was changed' : 'is there'}: ${url}`);
  return found.id;
}

const listWebhooks = async (client: PayPalClient): Promise<Webhook[]> =>
  (await client.call({ method: 'GET', path: '/v1/notifications/webhooks', answer: WebhookList })).webhooks;

function findWebhookFaults(webhook: Webhook, url: string): string[] {
  const faults: string[] = [];
  if (webhook.url !== url) faults.push(`The webhook’s address is ${webhook.url}, not ${url}.`);
  const missing = missingEvents(webhook);
  if (missing.length > 0) faults.push(`The webhook does not tell of ${missing.join(', ')}.`);
  return faults;
}

function missingEvents({ event_types }: Webhook): string[] {
  const names = new Set(event_types.map(({ name }) => name));
  return names.has('*') ? [] : WEBHOOK_EVENTS.filter((name) => !names.has(name));
}

const eventsDiffer = (webhook: Webhook) =>
  missingEvents(webhook).length > 0 || webhook.event_types.length !== WEBHOOK_EVENTS.length;

/** Null where PayPal knows of no such thing. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof PayPalRefused && error.status === 404) return null;
    throw error;
  }
}
