import { parseArgs } from 'node:util';
import {
  checkAccount,
  setUpAccount,
  webhookUrl,
} from '#features/subscriptions/server/paypal/paypal-account.ts';
import { PayPalClient } from '#features/subscriptions/server/paypal/paypal-client.ts';
import { apiUrlProblem, LIVE_API } from '#features/subscriptions/server/paypal/paypal-hosts.ts';
import { ProviderKeysRefused, ProviderUnavailable } from '#features/subscriptions/server/provider.ts';
import { runCommand } from './lib/run-command.ts';

/*
 * npm run paypal -- setup: creates the product, the plan and the webhook in a PayPal account, and prints the
 * variables. npm run paypal -- check: reports whether the variables fit the account. See docs/payments.md.
 */

const USAGE = `Usage: npm run paypal -- setup | check

Needs PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PUBLIC_URL. For PayPal's sandbox also
PAYPAL_API_URL=https://api-m.sandbox.paypal.com. "check" needs PAYPAL_PLAN_ID and PAYPAL_WEBHOOK_ID too.`;

/** An error whose message is for the user, without a stack trace. */
class Explained extends Error {}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, ...rest] = positionals;
  if ((command !== 'setup' && command !== 'check') || rest.length > 0) throw new Explained(USAGE);
  const needed = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PUBLIC_URL'];
  if (command === 'check') needed.push('PAYPAL_PLAN_ID', 'PAYPAL_WEBHOOK_ID');
  const missing = needed.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Explained(`Not set: ${missing.join(', ')}.\n\n${USAGE}`);

  const apiUrl = addressOf('PAYPAL_API_URL', process.env.PAYPAL_API_URL || LIVE_API);
  const problem = apiUrlProblem(apiUrl);
  if (problem) throw new Explained(`PAYPAL_API_URL ${problem}.`);
  const publicUrl = addressOf('PUBLIC_URL', process.env.PUBLIC_URL ?? '');
  if (!publicUrl.startsWith('https:'))
    throw new Explained(
      `PUBLIC_URL is ${publicUrl}, and PayPal sends webhook events to https addresses only. ` +
        'Give the address under which\npeople reach the site. ' +
        '(To try the site on this computer no PayPal is needed: see “Trying it out” in the guide.)',
    );
  const { PAYPAL_CLIENT_ID = '', PAYPAL_CLIENT_SECRET = '', PAYPAL_PLAN_ID, PAYPAL_WEBHOOK_ID } = process.env;
  const client = new PayPalClient(
    {
      apiUrl,
      clientId: PAYPAL_CLIENT_ID,
      clientSecret: PAYPAL_CLIENT_SECRET,
    },
    undefined,
    ({ list, id, fields }) => console.log(`Skipped in PayPal’s ${list}: ${id ?? 'an entry'} (${fields})`),
  );
  console.log(`Asking PayPal at ${apiUrl} …`);
  try {
    if (command === 'setup') {
      const known = { planId: PAYPAL_PLAN_ID || undefined, webhookId: PAYPAL_WEBHOOK_ID || undefined };
      const { planId, webhookId } = await setUpAccount(client, publicUrl, known, console.log);
      console.log(`\nSet these variables of the site:\n`);
      console.log(`PAYMENTS=paypal\nPAYPAL_CLIENT_ID=${PAYPAL_CLIENT_ID}`);
      console.log('PAYPAL_CLIENT_SECRET=(the secret that you used for this command)');
      if (apiUrl !== LIVE_API) console.log(`PAYPAL_API_URL=${apiUrl}`);
      console.log(`PAYPAL_PLAN_ID=${planId}\nPAYPAL_WEBHOOK_ID=${webhookId}`);
      return;
    }
    const ids = { planId: PAYPAL_PLAN_ID ?? '', webhookId: PAYPAL_WEBHOOK_ID ?? '' };
    const faults = await checkAccount(client, publicUrl, ids, console.log);
    if (faults.length > 0)
      throw new Explained(`${faults.join('\n')}\n“npm run paypal -- setup” repairs this.`);
    console.log('PayPal accepts the keys.');
    console.log(`The plan ${ids.planId} is $20.00 every month.`);
    console.log(`The webhook ${ids.webhookId} sends all events to ${webhookUrl(publicUrl)}`);
  } catch (error) {
    throw explain(error, apiUrl);
  }
}

function addressOf(name: string, value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new Explained(`${name} is ${value}, which is no address such as https://learn.example.org`);
  return value.replace(/\/+$/, '');
}

function explain(error: unknown, apiUrl: string): unknown {
  if (error instanceof ProviderKeysRefused)
    return new Explained(
      `${error.message}\nPayPal does not accept these keys. ` +
        'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET must come from the\nsame app. ' +
        'Keys of the sandbox work with PAYPAL_API_URL=https://api-m.sandbox.paypal.com, ' +
        `live keys with\n${LIVE_API}; you have asked ${apiUrl}. ` +
        'The app’s “Subscriptions” must be switched on.',
    );
  if (error instanceof ProviderUnavailable)
    return new Explained(
      `${error.message}\nTry again in a minute; is ${apiUrl} right, and reachable from here? Nothing is ` +
        `made twice.`,
    );
  return error;
}

await runCommand(main);
