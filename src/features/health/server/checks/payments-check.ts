import { OTHER_AMOUNT } from '#features/subscriptions/server/events/other-amounts.ts';
import { ProviderKeysRefused } from '#features/subscriptions/server/provider.ts';
import { listWarnings } from '#features/warnings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import type { Problem } from '../../contract/schemas.ts';
import { durationText } from '../../shared/measures.ts';
import { type HealthCheck, problem } from '../health-check.ts';

/** Part of the payment provider that the check uses. */
interface AskedProvider {
  readonly name: string;
  /**
   * Null for an unknown id. Throws when the provider is unavailable; `ProviderKeysRefused` for wrong keys.
   */
  read(id: string): Promise<unknown>;
}

/**
 * An id of no subscription. The response shows that the provider is available and accepts the site's keys.
 */
const NO_SUBSCRIPTION = 'I-HEALTHCHECK0';
/** Minimum time between two requests to the provider, in ms, because the page may be open all day. */
const ASK_EVERY = 30_000;
/** Delay of subscription checks in ms from which it is a problem. */
const BEHIND = 10 * MINUTE;
/** Maximum time without webhook events, in ms. Monthly subscriptions are paid each month. */
const QUIET = 35 * DAY;

const NAMES: Record<string, string> = { paypal: 'PayPal', sandbox: 'The sandbox' };

/** Checks payments: the provider, its webhook events, the checks of subscriptions, and pending decisions. */
export function paymentsCheck(db: Db, provider: AskedProvider | undefined): HealthCheck {
  const isThere = remembered(async () => void (await provider?.read(NO_SUBSCRIPTION)), ASK_EVERY);
  return {
    about: 'payments',
    title: 'Payments',
    async look() {
      const tasks = await readTasks(db);
      if (!provider) return { problems: tasks, text: 'Payments are off.' };
      const name = NAMES[provider.name] ?? provider.name;
      const away = await isThere().then(
        () => undefined,
        (error: unknown) => (error instanceof ProviderKeysRefused ? refusesKeys : unreachable)(name, error),
      );
      const behind = await readBehind(db);
      const noticeAt = await readLastNotice(db);
      const isQuiet = provider.name !== 'sandbox' && (await misses(db, noticeAt));
      const problems = [
        ...(away ? [away] : []),
        ...(behind > BEHIND ? [isBehind(name, behind)] : []),
        ...(isQuiet ? [noNotices(name)] : []),
        ...tasks,
      ];
      const notice =
        noticeAt === undefined
          ? `${name} answers.`
          : `Last notice from ${name} ${durationText(Date.now() - noticeAt)} ago.`;
      return { problems, text: `${notice} All subscriptions are checked.` };
    },
  };
}

const PROVIDER_PAGE = { label: 'Open PayPal', href: 'https://www.paypal.com/' };

const stopped = (error: unknown) =>
  'Nobody can subscribe or cancel now. Members keep what they paid for. ' +
  `The error: ${(error instanceof Error ? error.message : String(error)).slice(0, 200)}`;

const unreachable = (name: string, error: unknown) =>
  problem({
    name: 'payments-unreachable',
    about: 'payments',
    level: 'serious',
    title: `Payments: ${name} does not answer`,
    meaning: stopped(error),
    advice: 'Usually this ends by itself. If it stays, look whether the server reaches the internet.',
    link: { label: 'PayPal’s status', href: 'https://www.paypal-status.com/' },
  });

const refusesKeys = (name: string, error: unknown) =>
  problem({
    name: 'payments-keys',
    about: 'payments',
    level: 'serious',
    title: `Payments: ${name} refuses the keys`,
    meaning: stopped(error),
    advice:
      'Correct PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET or PAYPAL_API_URL and restart the site. ' +
      'On the server, “npm run paypal -- check” looks them over.',
    link: { label: 'Open PayPal’s apps', href: 'https://developer.paypal.com/' },
  });

const isBehind = (name: string, ms: number) =>
  problem({
    name: 'payments-behind',
    about: 'payments',
    level: 'serious',
    title: `Payments: checks are ${durationText(ms)} late`,
    meaning: `The site has not asked ${name} about subscriptions that are due, so payments show up late.`,
    advice: 'Restart the site. If it stays, the log says why.',
  });

const noNotices = (name: string) =>
  problem({
    name: 'payments-quiet',
    about: 'payments',
    level: 'advice',
    title: `Payments: no notice from ${name} for a month`,
    meaning: 'There are subscriptions, so notices should come. Refunds made there are noticed late.',
    advice: 'On the server, “npm run paypal -- check” looks the webhook over.',
    link: PROVIDER_PAGE,
  });

const TASKS = {
  money: {
    level: 'advice',
    title: 'Money without a subscription',
    meaning: 'The provider told of payments that belong to no subscription here. The site keeps looking.',
    advice: 'Look up these numbers at PayPal, then dismiss them.',
    link: PROVIDER_PAGE,
  },
  dispute: {
    level: 'serious',
    title: 'Open disputes',
    meaning: 'A payer wants money back. Without an answer in time PayPal decides against you.',
    advice: 'Answer them in PayPal’s Resolution Center.',
    link: { label: 'Open the Resolution Center', href: 'https://www.paypal.com/resolutioncenter/' },
  },
  amount: {
    level: 'serious',
    title: 'Payments that are not the price',
    meaning:
      'PayPal took another amount than the site agreed with the payer. Members keep their access. ' +
      'A first payment below the price opens nothing.',
    advice: 'Compare the plan’s price at PayPal, and correct it or refund the difference. Then dismiss them.',
    link: PROVIDER_PAGE,
  },
  refund: {
    level: 'serious',
    title: 'Refunds that PayPal did not make',
    meaning: 'These payers are owed money.',
    advice: 'Refund these payments at PayPal, then dismiss them here.',
    link: PROVIDER_PAGE,
  },
  'admin-refund': {
    level: 'serious',
    title: 'Refunds of an administrator that PayPal did not make',
    meaning: 'Nothing was paid back.',
    advice: 'Open the subscription, and refund again or at PayPal. Then dismiss them.',
    link: { label: 'Open the subscriptions', href: '/admin/subscriptions' },
  },
} as const;

async function readTasks(db: Db): Promise<Problem[]> {
  const warnings = await listWarnings(db);
  return (['dispute', 'amount', 'refund', 'admin-refund', 'money'] as const).flatMap((kind) => {
    const own = warnings.filter((warning) => warning.kind === kind);
    return own.length === 0
      ? []
      : [problem({ name: `payments-${kind}`, about: 'payments', ...TASKS[kind], warnings: own })];
  });
}

/** Returns the delay of the oldest due check of a subscription, in ms. */
async function readBehind(db: Db): Promise<number> {
  const now = Date.now();
  const late = (['next_check_at', 'terms_check_at'] as const).map(async (column) => {
    const oldest = await db
      .selectFrom('subscriptions')
      .select(`${column} as at`)
      .where(column, '<=', now)
      .orderBy(column)
      .limit(1)
      .executeTakeFirst();
    return oldest?.at ? now - oldest.at : 0;
  });
  return Math.max(...(await Promise.all(late)));
}

async function readLastNotice(db: Db): Promise<number | undefined> {
  const last = await db
    .selectFrom('payment_events')
    .select('received_at')
    .where('type', '!=', OTHER_AMOUNT)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.received_at;
}

/** Tells whether webhook events are missing: none arrived, although a subscription is older than a month. */
async function misses(db: Db, noticeAt: number | undefined): Promise<boolean> {
  const since = Date.now() - QUIET;
  if (noticeAt !== undefined && noticeAt > since) return false;
  const paying = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('activated_at', '<', since)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('price_interval', 'is', null), eb('price_interval', '=', 'month')]))
    // Newest first, because most of the oldest have ended.
    .orderBy('activated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return paying !== undefined;
}

/** Runs `work` at most once per `ms`; other calls get its last outcome. */
function remembered(work: () => Promise<void>, ms: number): () => Promise<void> {
  let last: { until: number; outcome: Promise<void> } | undefined;
  return () => {
    if (last && Date.now() < last.until) return last.outcome;
    const outcome = work();
    outcome.catch(() => {});
    last = { until: Date.now() + ms, outcome };
    return outcome;
  };
}
