import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PLAN } from '../../contract/calls.ts';
import { FIRST_TERMS, type Terms } from '../../shared/prices.ts';
import { nullIfMissing, type PayPalClient } from './paypal-client.ts';
import { Ignored, Money, toDecimal, WithId } from './paypal-schemas.ts';
import { Entries } from './read-entries.ts';

/* The product and its plans in a PayPal account: the configured plan, and one for each other price. */

/** A fixed id, so that a second run finds the product. */
const PRODUCT_ID = 'STILLWATER-SUBSCRIPTION';
const PLANS = '/v1/billing/plans';
const PAGE_SIZE = 20;
/**
 * Unpaid periods after which PayPal suspends. One, because unpaid time gives no access and is not billed
 * later.
 */
const FAILURE_THRESHOLD = 1;

const PlanList = z.object({ plans: Entries });
const Plan = z.object({
  id: z.string(),
  product_id: z.string().optional(),
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
    .object({
      auto_bill_outstanding: z.boolean().optional(),
      setup_fee: Money.optional(),
      payment_failure_threshold: z.number().optional(),
    })
    .optional(),
  taxes: z.object({ percentage: z.string().optional(), inclusive: z.boolean().optional() }).optional(),
});
type Plan = z.infer<typeof Plan>;

const UNITS = {
  month: { unit: 'MONTH', name: 'Monthly subscription' },
  year: { unit: 'YEAR', name: 'Yearly subscription' },
} as const;

/** A plan in PayPal's format. */
const planWith = ({ cents, currency, interval }: Terms, productId: string) => ({
  product_id: productId,
  name: UNITS[interval].name,
  description: `Everything premium, every ${interval}`,
  status: 'ACTIVE',
  billing_cycles: [
    {
      frequency: { interval_unit: UNITS[interval].unit, interval_count: 1 },
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
      pricing_scheme: { fixed_price: { value: toDecimal(cents), currency_code: currency } },
    },
  ],
  payment_preferences: {
    // Unpaid time is locked and not owed, so that every payment equals the price.
    auto_bill_outstanding: false,
    // PayPal retries a failed payment twice, five days apart, and then counts one failure.
    payment_failure_threshold: FAILURE_THRESHOLD,
  },
});

/** Creates a plan of the configured plan's product and returns its id. */
export async function createPlan(
  client: PayPalClient,
  configuredId: string,
  terms: Terms,
  requestId: string,
): Promise<string> {
  const configured = await readPlan(client, configuredId);
  const { id } = await client.call({
    method: 'POST',
    path: PLANS,
    body: planWith(terms, configured?.product_id ?? PRODUCT_ID),
    requestId,
    response: WithId,
  });
  return id;
}

/** Creates the product unless it exists. */
export async function ensureProduct(
  client: PayPalClient,
  homeUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const path = '/v1/catalogs/products';
  if (await nullIfMissing(client.call({ method: 'GET', path: `${path}/${PRODUCT_ID}`, response: WithId })))
    return say(`The product ${PRODUCT_ID} exists.`);
  const body = {
    id: PRODUCT_ID,
    name: 'Subscription',
    description: 'Everything premium',
    type: 'SERVICE',
    home_url: homeUrl,
  };
  await client.call({ method: 'POST', path, body, requestId: randomUUID(), response: WithId });
  say(`The product ${PRODUCT_ID} was created.`);
}

/** Returns the id of a plan that fits: `known`, another one of the product, or a new one. */
export async function ensurePlan(
  client: PayPalClient,
  known: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  for (const id of [...(known ? [known] : []), ...(await listPlans(client))]) {
    const plan = await readPlan(client, id);
    if (!plan || findProblems(plan, FIRST_TERMS).length > 0) continue;
    // Changed in place, because its subscribers keep this plan.
    if (thresholdOf(plan) !== FAILURE_THRESHOLD) {
      await changeThreshold(client, id);
      say(`The plan ${id} was changed: one unpaid month suspends a subscription.`);
    }
    say(`The plan ${id} exists: $${PLAN.price} every month.`);
    return id;
  }
  const { id } = await client.call({
    method: 'POST',
    path: PLANS,
    body: planWith(FIRST_TERMS, PRODUCT_ID),
    requestId: randomUUID(),
    response: WithId,
  });
  say(`The plan ${id} was created: $${PLAN.price} every month.`);
  return id;
}

async function listPlans(client: PayPalClient): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `${PLANS}?product_id=${PRODUCT_ID}&page_size=${PAGE_SIZE}&page=${page}`;
    // PayPal may respond to an empty list with 404.
    const list = await nullIfMissing(client.call({ method: 'GET', path, response: PlanList }));
    const plans = list?.plans ?? [];
    ids.push(...client.readEntries('plans', plans, WithId).map(({ id }) => id));
    if (plans.length < PAGE_SIZE) return ids;
  }
}

/** Lists the problems of the configured plan, one sentence each. */
export async function checkPlan(client: PayPalClient, id: string): Promise<string[]> {
  const plan = await readPlan(client, id);
  if (!plan) return [missing(id)];
  const threshold = thresholdOf(plan);
  if (threshold === FAILURE_THRESHOLD) return findProblems(plan, FIRST_TERMS);
  return [
    ...findProblems(plan, FIRST_TERMS),
    `The plan’s payment_failure_threshold is ${threshold}, not ${FAILURE_THRESHOLD}: ` +
      'PayPal goes on charging after an unpaid month.',
  ];
}

/** Lists the problems that new payers would have with a plan, one sentence each. */
export async function planProblems(client: PayPalClient, id: string, terms: Terms): Promise<string[]> {
  const plan = await readPlan(client, id);
  return plan ? findProblems(plan, terms) : [missing(id)];
}

const missing = (id: string) => `This account has no plan ${id}.`;

const thresholdOf = ({ payment_preferences }: Plan) => payment_preferences?.payment_failure_threshold ?? 0;

const changeThreshold = (client: PayPalClient, id: string) =>
  client.call({
    method: 'PATCH',
    path: `${PLANS}/${encodeURIComponent(id)}`,
    body: [
      { op: 'replace', path: '/payment_preferences/payment_failure_threshold', value: FAILURE_THRESHOLD },
    ],
    response: Ignored,
  });

const readPlan = (client: PayPalClient, id: string) =>
  nullIfMissing(client.call({ method: 'GET', path: `${PLANS}/${encodeURIComponent(id)}`, response: Plan }));

/** Lists the problems that only another plan solves. */
function findProblems(plan: Plan, { cents, currency, interval }: Terms): string[] {
  const problems: string[] = [];
  const { billing_cycles, payment_preferences, taxes } = plan;
  const [cycle] = billing_cycles;
  const price = cycle?.pricing_scheme?.fixed_price;
  const { interval_unit, interval_count = 1 } = cycle?.frequency ?? {};
  if (plan.status !== 'ACTIVE') problems.push(`The plan is ${plan.status}, not ACTIVE.`);
  if (price?.value !== cents || price.currency_code !== currency)
    problems.push(`The plan’s price is not ${toDecimal(cents)} ${currency}.`);
  if (interval_unit !== UNITS[interval].unit || interval_count !== 1)
    problems.push(`The plan is not paid every ${interval}.`);
  if (billing_cycles.length !== 1 || cycle?.tenure_type !== 'REGULAR' || (cycle.total_cycles ?? 0) !== 0)
    problems.push('The plan has a trial or an end.');
  if (plan.quantity_supported) problems.push('The plan can be bought more than once at a time.');
  if ((payment_preferences?.setup_fee?.value ?? 0) !== 0) problems.push('The plan has a set-up fee.');
  if (payment_preferences?.auto_bill_outstanding)
    problems.push('The plan adds failed payments to the next one, which is then not the price.');
  if (Number(taxes?.percentage ?? 0) !== 0 && taxes?.inclusive === false)
    problems.push('The plan adds taxes to its price.');
  return problems;
}
