import type { PayPalClient } from './paypal-client.ts';
import { checkPlan, ensurePlan, ensureProduct } from './paypal-plan.ts';
import { checkWebhook, ensureWebhook } from './paypal-webhook-registration.ts';

/*
 * Sets up and checks the product, plan and webhook that the site needs in a PayPal account. `npm run paypal`
 * uses it, and the site itself never does.
 */

interface AccountIds {
  planId: string;
  webhookId: string;
}

/**
 * Creates what is missing, and reports each step to `say`. Idempotent. `known`: the ids of an earlier run,
 * whose webhook gets the site's new address.
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

/**
 * Lists the problems of the plan and the webhook, one sentence each. Adds missing event types to the webhook.
 */
export const checkAccount = async (
  client: PayPalClient,
  publicUrl: string,
  { planId, webhookId }: AccountIds,
  say: (line: string) => void,
): Promise<string[]> => [
  ...(await checkPlan(client, planId)),
  ...(await checkWebhook(client, webhookId, webhookUrl(publicUrl), say)),
];

export const webhookUrl = (publicUrl: string) => `${publicUrl}/api/webhooks/paypal`;
