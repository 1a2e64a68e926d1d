import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { PaymentsConfig } from '#features/subscriptions/server/checkout/payment-setup.ts';
import { LIVE_API } from '#features/subscriptions/server/paypal/paypal-hosts.ts';
import { purgeAddresses } from '#platform/http/cache/purge-addresses.ts';
import type { SharedCaches } from '#platform/http/cache/purge-target.ts';
import * as field from './config-fields.ts';

/* Every environment variable that the program reads. All problems are reported at once. */

const Environment = z
  .object({
    // Another word, such as `prod`, would silently start a site with a demo and test payments.
    NODE_ENV: z
      .enum(['production', 'development', 'test'], { error: 'must be production, or unset' })
      .optional(),
    PORT: field.port.default(3000),
    HOST: z.string().min(1).optional(),
    PUBLIC_URL: field.origin.optional(),
    DATA_DIR: field.dataDir.default('./data'),
    DATABASE_URL: field.databaseUrl.optional(),
    DATABASE_REPLICA_URL: field.replicaUrl.optional(),
    SMTP_URL: field.smtpUrl.optional(),
    MAIL_FROM: field.sender.optional(),
    ADMIN_USERNAME: field.adminName.default('admin'),
    ADMIN_EMAIL: z.email('must be an email address').optional(),
    ADMIN_PASSWORD: field.adminPassword.optional(),
    ADMIN_SECOND_FACTOR: z.enum(['required', 'offered'], { error: 'must be required or offered' }).optional(),
    DEMO: field.flag.optional(),
    PAYMENTS: z.enum(['paypal', 'sandbox', 'off'], { error: 'must be paypal, sandbox or off' }).optional(),
    PAYPAL_CLIENT_ID: z.string().optional(),
    PAYPAL_CLIENT_SECRET: z.string().optional(),
    PAYPAL_PLAN_ID: z.string().optional(),
    PAYPAL_WEBHOOK_ID: z.string().optional(),
    PAYPAL_API_URL: field.paypalUrl.optional(),
    S3_ENDPOINT: field.httpUrl.optional(),
    S3_REGION: z.string().optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_PUBLIC_ENDPOINT: field.httpUrl.optional(),
    S3_DIRECT_UPLOADS: field.flag.default(false),
    UPLOADS_ACCEL_PATH: field.internalPath.optional(),
    FFMPEG: field.ffmpegPath.optional(),
    TRUST_PROXY: z.preprocess((value) => (value === 'off' ? undefined : value), field.proxies.optional()),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
    WORKERS: z
      .union([z.literal('auto'), field.whole(1, 256)], { error: 'must be auto, or a number from 1 to 256' })
      .default(1),
    DATABASE_POOL: field.whole(1, 1000).default(10),
    SLOW_QUERY_MS: field.whole(1, 600_000).default(200),
    SHUTDOWN_DELAY: field.whole(0, 5_000).default(0),
    CACHE_PURGE_URLS: purgeAddresses.optional(),
    CACHE_PURGE_TOKEN: z.string().min(1).optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    STILLWATER_DEV: field.flag.default(false),
  })
  .superRefine((env, context) => {
    const missing = (name: string, why: string) =>
      context.addIssue({ code: 'custom', path: [name], message: why });
    if (env.NODE_ENV === 'production') {
      if (!env.PUBLIC_URL) missing('PUBLIC_URL', 'is needed in production: the address that people see');
      if (!env.SMTP_URL) missing('SMTP_URL', 'is needed in production: sign-in links are sent by mail');
      if (!env.MAIL_FROM) missing('MAIL_FROM', 'is needed in production: the sender of that mail');
      if (env.PAYMENTS === 'sandbox') missing('PAYMENTS', 'cannot be sandbox in production');
    }
    if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL?.startsWith('postgres'))
      missing('DATABASE_REPLICA_URL', 'needs DATABASE_URL: the PostgreSQL server that it is a replica of');
    if (
      env.S3_PUBLIC_ENDPOINT &&
      env.NODE_ENV === 'production' &&
      !env.S3_PUBLIC_ENDPOINT.startsWith('https:')
    )
      missing('S3_PUBLIC_ENDPOINT', 'must begin with https:// in production, because browsers fetch from it');
    if (env.S3_DIRECT_UPLOADS && !env.S3_PUBLIC_ENDPOINT)
      missing('S3_DIRECT_UPLOADS', 'needs S3_PUBLIC_ENDPOINT: the address to which browsers send files');
    if (env.S3_PUBLIC_ENDPOINT || S3_KEYS.some((name) => env[name])) {
      for (const name of S3_KEYS)
        if (!env[name]) missing(name, 'is needed when uploads go to S3: all five S3 variables, or none');
      if (env.UPLOADS_ACCEL_PATH)
        missing('UPLOADS_ACCEL_PATH', 'is for a local folder, which the S3 variables replace');
    }
    // Without this check, one missing key would silently turn payments off.
    const wantsPayPal = env.PAYMENTS === 'paypal' || (!env.PAYMENTS && PAYPAL_KEYS.some((name) => env[name]));
    if (wantsPayPal) {
      for (const name of PAYPAL_KEYS)
        if (!env[name]) missing(name, 'is needed when payments go through PayPal: all four keys, or none');
    }
  });

const PAYPAL_KEYS = [
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_PLAN_ID',
  'PAYPAL_WEBHOOK_ID',
] as const;

const S3_KEYS = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

export interface Config {
  production: boolean;
  /** Whether pages come from the sources with hot reload, not from the build. */
  dev: boolean;
  port: number;
  host: string;
  /** Undefined: `http://localhost:<port>`, known only after listening. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string;
  /** Replica for reads that may be old; undefined: none. */
  replicaUrl: string | undefined;
  mail: { smtpUrl: string | undefined; from: string };
  admin: { username: string; email: string | undefined; password: string | undefined };
  /** Whether administrators and editors need a second factor from their second login on. */
  adminSecondFactor: 'required' | 'offered';
  demo: boolean;
  /** Object store for uploads; undefined: the data folder. */
  s3: S3Config | undefined;
  /** Internal address at which the proxy in front serves local uploads; undefined: it does not. */
  uploadsAccelPath: string | undefined;
  /** Path of ffmpeg, or `off`; undefined: ffmpeg on the PATH, if any. */
  ffmpeg: string | undefined;
  payments: PaymentsConfig;
  trustProxy: string[] | false;
  logLevel: string;
  /** Number of serving processes. With 1 there is no primary. */
  workers: number;
  /** Connections to PostgreSQL per process. */
  databasePool: number;
  /** Duration in ms above which statements are logged. */
  slowQueryMs: number;
  /** Time of serving after a stop signal, in ms, so that a load balancer notices the stop. */
  shutdownDelay: number;
  metricsToken: string | undefined;
  sharedCaches: SharedCaches | undefined;
}

interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Address of the store for browsers, which fetch films and sounds from it. */
  publicEndpoint: string | undefined;
  /** Whether editors' browsers send parts of files directly to the store. */
  directUploads: boolean;
}

/** The environment is invalid. The message has one line per problem. */
export class ConfigError extends Error {}

/**
 * Parses the environment. Spaces around a value are ignored, because some readers of files of variables keep
 * them. An empty variable counts as unset. Throws {@link ConfigError} with every problem.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()]);
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(`The configuration cannot be used:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const dataDir = resolve(env.DATA_DIR);
  return {
    production,
    dev: env.STILLWATER_DEV,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: env.PUBLIC_URL,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? `sqlite:${dataDir}/stillwater.db`,
    replicaUrl: env.DATABASE_REPLICA_URL,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? 'hello@stillwater.example' },
    admin: { username: env.ADMIN_USERNAME, email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    adminSecondFactor: env.ADMIN_SECOND_FACTOR ?? (production ? 'required' : 'offered'),
    demo: env.DEMO ?? !production,
    s3: s3Of(env),
    uploadsAccelPath: env.UPLOADS_ACCEL_PATH,
    ffmpeg: env.FFMPEG,
    payments: paymentsOf(env, production),
    trustProxy: env.TRUST_PROXY ?? false,
    logLevel: env.LOG_LEVEL,
    // The development server runs in one process.
    workers: env.STILLWATER_DEV ? 1 : env.WORKERS === 'auto' ? availableParallelism() : env.WORKERS,
    databasePool: env.DATABASE_POOL,
    slowQueryMs: env.SLOW_QUERY_MS,
    shutdownDelay: env.SHUTDOWN_DELAY,
    metricsToken: env.METRICS_TOKEN,
    sharedCaches: env.CACHE_PURGE_URLS && { addresses: env.CACHE_PURGE_URLS, token: env.CACHE_PURGE_TOKEN },
  };
}

/** Chooses PayPal when its keys are set; otherwise the sandbox, or in production no payments. */
function paymentsOf(env: z.output<typeof Environment>, production: boolean): PaymentsConfig {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_PLAN_ID, PAYPAL_WEBHOOK_ID } = env;
  if (env.PAYMENTS === 'off') return { provider: 'off' };
  if (env.PAYMENTS === 'sandbox') return { provider: 'sandbox' };
  if (!PAYPAL_CLIENT_ID || !PAYPAL_CLIENT_SECRET || !PAYPAL_PLAN_ID || !PAYPAL_WEBHOOK_ID)
    return { provider: production ? 'off' : 'sandbox' };
  return {
    provider: 'paypal',
    clientId: PAYPAL_CLIENT_ID,
    clientSecret: PAYPAL_CLIENT_SECRET,
    planId: PAYPAL_PLAN_ID,
    webhookId: PAYPAL_WEBHOOK_ID,
    apiUrl: env.PAYPAL_API_URL ?? LIVE_API,
  };
}

/** The schema guarantees all five variables or none. */
function s3Of(env: z.output<typeof Environment>): S3Config | undefined {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return undefined;
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT,
    directUploads: env.S3_DIRECT_UPLOADS,
  };
}
