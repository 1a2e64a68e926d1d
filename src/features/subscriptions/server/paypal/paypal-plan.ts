import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PLAN } from '../../contract/calls.ts';
import { nullIfMissing, type PayPalClient } from './paypal-client.ts';
import { Cents, Ignored, WithId } from './paypal-schemas.ts';
import { Entries } from './read-entries.ts';

/* The product and its monthly plan in a PayPal account. */

/** A fixed id, so that a second run finds the product. */
const PRODUCT_ID = 'STILLWATER-SUBSCRIPTION';
const PAGE_SIZE = 20;
/** Unpaid months after which PayPal suspends: an unpaid month has no access, and is not claimed later. */
const FAILURE_THRESHOLD = 1;

const PlanList = z.object({ plans: Entries });
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
    .object({
      auto_bill_outstanding: z.boolean().optional(),
      setup_fee: Money.optional(),
      payment_failure_threshold: z.number().optional(),
    })
    .optional(),
  taxes: z.object({ percentage: z.string().optional(), inclusive: z.boolean().optional() }).optional(),
});
type Plan = z.infer<typeof Plan>;

const MONTHLY_PLAN = {
  product_id: PRODUCT_ID,
  name: 'Monthly subscription',
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
    // An unpaid month is locked, not owed: every payment is $20.00.
    auto_bill_outstanding: false,
    // PayPal retries a failed payment twice, five days apart, and counts one failure after the second retry.
    payment_failure_threshold: FAILURE_THRESHOLD,
  },
};

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
  const path = '/v1/billing/plans';
  for (const id of [...(known ? [known] : []), ...(await listPlans(client))]) {
    const plan = await readPlan(client, id);
    if (!plan || findProblems(plan).length > 0) continue;
    // Its subscribers stay: another plan's subscriptions would be refused.
    if (thresholdOf(plan) !== FAILURE_THRESHOLD) {
      await changeThreshold(client, id);
      say(`The plan ${id} was changed: one unpaid month suspends a subscription.`);
    }
    say(`The plan ${id} exists: $${PLAN.price} every month.`);
    return id;
  }
  const { id } = await client.call({
    method: 'POST',
    path,
    body: MONTHLY_PLAN,
    requestId: randomUUID(),
    response: WithId,
  });
  say(`The plan ${id} was created: $${PLAN.price} every month.`);
  return id;
}

async function listPlans(client: PayPalClient): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/v1/billing/plans?product_id=${PRODUCT_ID}&page_size=${PAGE_SIZE}&page=${page}`;
    // An empty list may be a 404.
    const list = await nullIfMissing(client.call({ method: 'GET', path, response: PlanList }));
    const plans = list?.plans ?? [];
    ids.push(...client.readEntries('plans', plans, WithId).map(({ id }) => id));
    if (plans.length < PAGE_SIZE) return ids;
  }
}

/** Lists the problems of a plan, one sentence each. */
export async function checkPlan(client: PayPalClient, id: string): Promise<string[]> {
  const plan = await readPlan(client, id);
  if (!plan) return [`This account has no plan ${id}.`];
  const threshold = thresholdOf(plan);
  if (threshold === FAILURE_THRESHOLD) return findProblems(plan);
  return [
    ...findProblems(plan),
    `The plan’s payment_failure_threshold is ${threshold}, not ${FAILURE_THRESHOLD}: ` +
      'PayPal goes on charging after an unpaid month.',
  ];
}

const thresholdOf = ({ payment_preferences }: Plan) => payment_preferences?.payment_failure_threshold ?? 0;

const changeThreshold = (client: PayPalClient, id: string) =>
  client.call({
    method: 'PATCH',
    path: `/v1/billing/plans/${encodeURIComponent(id)}`,
    body: [
      { op: 'replace', path: '/payment_preferences/payment_failure_threshold', value: FAILURE_THRESHOLD },
    ],
    response: Ignored,
  });

const readPlan = (client: PayPalClient, id: string) =>
  nullIfMissing(
    client.call({ method: 'GET', path: `/v1/billing/plans/${encodeURIComponent(id)}`, response: Plan }),
  );

/** Problems that only another plan solves. */
function findProblems(plan: Plan): string[] {
  const problems: string[] = [];
  const { billing_cycles, payment_preferences, taxes } = plan;
  const [cycle] = billing_cycles;
  const price = cycle?.pricing_scheme?.fixed_price;
  const isMonthly = cycle?.frequency.interval_unit === 'MONTH' && (cycle.frequency.interval_count ?? 1) === 1;
  if (plan.status !== 'ACTIVE') problems.push(`The plan is ${plan.status}, not ACTIVE.`);
  if (price?.value !== PLAN.cents || price.currency_code !== PLAN.currency)
    problems.push(`The plan’s price is not ${PLAN.price} ${PLAN.currency}.`);
  if (!isMonthly) problems.push('The plan is not paid every month.');
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
