import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const problemsOf = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
};

test('without variables the site is on port 3000 of this machine, with the demo and files in ./data', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true, production: false });
  expect(config.databaseUrl).toBe(`sqlite:${config.dataDir}/stillwater.db`);
});

test('the default is one process, `auto` one per processor, and development always has one', () => {
  expect(readConfig({})).toMatchObject({ workers: 1, databasePool: 10, slowQueryMs: 200, shutdownDelay: 0 });
  expect(readConfig({ WORKERS: '3' }).workers).toBe(3);
  expect(readConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism());
  expect(readConfig({ WORKERS: 'auto', STILLWATER_DEV: 'true' }).workers).toBe(1);
  const wrong = {
    WORKERS: '0',
    DATABASE_POOL: 'many',
    SLOW_QUERY_MS: '-1',
    SHUTDOWN_DELAY: '6000',
    METRICS_TOKEN: 'short',
  };
  for (const name of Object.keys(wrong)) expect(problemsOf(wrong)).toContain(name);
});

test('administrators need a second factor in production, unless the setting makes it optional', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://stillwater.example',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'hello@stillwater.example',
  };
  expect(readConfig({}).adminSecondFactor).toBe('offered');
  expect(readConfig(production).adminSecondFactor).toBe('required');
  expect(readConfig({ ...production, ADMIN_SECOND_FACTOR: 'offered' }).adminSecondFactor).toBe('offered');
  expect(readConfig({ ADMIN_SECOND_FACTOR: 'required' }).adminSecondFactor).toBe('required');
  expect(problemsOf({ ADMIN_SECOND_FACTOR: 'no' })).toContain(
    'ADMIN_SECOND_FACTOR must be required or offered',
  );
});

test('production reports all missing variables at once', () => {
  const problems = problemsOf({ NODE_ENV: 'production', PAYMENTS: 'sandbox' });
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'PAYMENTS']) expect(problems).toContain(name);
});

test('production listens on all interfaces and inserts no demo', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://still.example/',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'Stillwater <hello@still.example>',
  });
  expect(config).toMatchObject({ host: '0.0.0.0', demo: false, publicUrl: 'https://still.example' });
});

test('PUBLIC_URL is an origin, in the form that browsers send', () => {
  for (const given of ['https://Still.example:443/', ' HTTPS://still.example '])
    expect(readConfig({ PUBLIC_URL: given }).publicUrl).toBe('https://still.example');
  expect(readConfig({ PUBLIC_URL: 'https://bücher.example' }).publicUrl).toBe(
    'https://xn--bcher-kva.example',
  );
  for (const wrong of [
    'https://still.example/site',
    'https://me:secret@still.example',
    'https://a.example/?b',
  ])
    expect(problemsOf({ PUBLIC_URL: wrong }), wrong).toContain('PUBLIC_URL must have no path');
});

test('MAIL_FROM is one address, with or without a name', () => {
  for (const from of ['hello@still.example', 'me@localhost', '"Still, Inc." <hello@still.example>'])
    expect(readConfig({ MAIL_FROM: from }).mail.from).toBe(from);
  for (const wrong of [
    '@',
    'hello',
    'a@b.example, c@d.example',
    'Still <hello>',
    'a@b.example, Still <c@d.example>',
    'Still hello@b.example',
  ])
    expect(problemsOf({ MAIL_FROM: wrong }), wrong).toContain('MAIL_FROM must be one address');
});

test('spaces around a value are ignored, and only spaces are unset', () => {
  expect(readConfig({ PORT: '4000 ', DEMO: ' false', DATA_DIR: '  ' })).toEqual(
    readConfig({ PORT: '4000', DEMO: 'false' }),
  );
});

test('a misspelled production and an unexpanded home folder are refused', () => {
  for (const NODE_ENV of ['prod', 'Production', 'staging'])
    expect(problemsOf({ NODE_ENV }), NODE_ENV).toContain('NODE_ENV must be production, or unset');
  expect(problemsOf({ DATA_DIR: '~/data' })).toContain('DATA_DIR must not begin with ~');
});

test('every invalid value is reported with the allowed values', () => {
  const problems = problemsOf({
    PORT: 'eighty',
    PUBLIC_URL: 'still.example',
    DATABASE_URL: 'mysql://x',
    SMTP_URL: 'http://x',
    ADMIN_PASSWORD: 'short',
    DEMO: 'maybe',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'loud',
    PAYMENTS: 'paypal',
  });
  const names = 'PORT PUBLIC_URL DATABASE_URL SMTP_URL ADMIN_PASSWORD DEMO TRUST_PROXY LOG_LEVEL'.split(' ');
  for (const name of names) expect(problems, name).toContain(`  ${name} `);
});

test('a URL that its password makes invalid is refused without being printed', () => {
  const broken = { DATABASE_URL: 'postgres://me:ge/heim@db/site', SMTP_URL: 'smtp://me:ge#heim@mail' };
  const problems = problemsOf(broken);
  for (const name of Object.keys(broken)) expect(problems).toContain(`  ${name} is no address.`);
  expect(problems).not.toContain('heim');
  expect(problemsOf({ DATABASE_URL: 'postgres://me:ge%2Fheim@db/site', SMTP_URL: 'smtp://mail' })).toBe('');
  expect(problemsOf({ DATABASE_URL: 'postgres:///site?host=/run/postgresql' })).toBe('');
});

test('proxies are addresses and networks', () => {
  expect(readConfig({ TRUST_PROXY: 'off' }).trustProxy).toBe(false);
  const TRUST_PROXY = '127.0.0.1, 10.0.0.0/8,fd00::/8,loopback';
  expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback']);
  for (const wrong of ['10.0.0.0/99', '10.0.0.0/', 'fd00::/200', '10.0.0.0/8,', 'proxy.example'])
    expect(problemsOf({ TRUST_PROXY: wrong }), wrong).toContain('TRUST_PROXY must be a list');
});

test('the first administrator can log in with the given name and password', () => {
  for (const ADMIN_USERNAME of ['ab', 'a'.repeat(51), 'two\nlines'])
    expect(problemsOf({ ADMIN_USERNAME })).toContain('ADMIN_USERNAME must have from 3 to 50 characters');
  for (const ADMIN_PASSWORD of ['short', 'Aa1'.repeat(43)])
    expect(problemsOf({ ADMIN_PASSWORD })).toContain('ADMIN_PASSWORD must have from 8 to 128 characters');
  expect(readConfig({ ADMIN_USERNAME: ' keeper ' }).admin.username).toBe('keeper');
});

test('a replica needs a PostgreSQL database', () => {
  const DATABASE_REPLICA_URL = 'postgres://copy/site';
  expect(problemsOf({ DATABASE_REPLICA_URL })).toContain('DATABASE_REPLICA_URL needs DATABASE_URL');
  expect(problemsOf({ DATABASE_REPLICA_URL: 'mysql://x' })).toContain('DATABASE_REPLICA_URL must begin with');
  const config = readConfig({ DATABASE_URL: 'postgres://first/site', DATABASE_REPLICA_URL });
  expect(config.replicaUrl).toBe(DATABASE_REPLICA_URL);
});

test('PayPal needs all of its variables', () => {
  const problems = problemsOf({ PAYMENTS: 'paypal', PAYPAL_PLAN_ID: 'P-1' });
  for (const name of ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'])
    expect(problems).toContain(name);
  expect(problems).not.toContain('PAYPAL_PLAN_ID');
});

test.each([
  ['https://api.paypal.com', 'https://api-m.paypal.com'],
  ['https://api.sandbox.paypal.com/', 'https://api-m.sandbox.paypal.com'],
  ['http://api-m.paypal.com', 'https://api-m.paypal.com'],
  ['https://www.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com'],
  ['https://api-m.paypal.com/v1', 'https://api-m.paypal.com'],
])('the PayPal API address %s is refused, with %s in the message', (url, right) => {
  expect(problemsOf({ PAYPAL_API_URL: url })).toContain(`PAYPAL_API_URL must be ${right}, not `);
});

test.each(['https://api-m.paypal.com', 'https://api-m.sandbox.paypal.com/', 'http://127.0.0.1:4000'])(
  'the PayPal API address %s is accepted',
  (url) => {
    const keys = {
      PAYPAL_CLIENT_ID: 'a',
      PAYPAL_CLIENT_SECRET: 'b',
      PAYPAL_PLAN_ID: 'c',
      PAYPAL_WEBHOOK_ID: 'd',
    };
    expect(readConfig({ ...keys, PAYPAL_API_URL: url }).payments).toMatchObject({
      apiUrl: url.replace(/\/$/, ''),
    });
  },
);

test('uploads go to S3 with all five variables, and missing ones are reported', () => {
  const some = { S3_ENDPOINT: 'https://s3.example/', S3_BUCKET: 'still', S3_REGION: 'eu-1' };
  const problems = problemsOf(some);
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) expect(problems).toContain(name);
  expect(problems).not.toContain('S3_BUCKET');
  expect(problemsOf({ S3_BUCKET: 'Not A Bucket' })).toContain('S3_BUCKET must be');
  const whole = readConfig({ ...some, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' });
  expect(whole.s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'still',
    region: 'eu-1',
    accessKeyId: 'id',
    secretAccessKey: 'key',
    directUploads: false,
  });
  expect(readConfig({}).s3).toBeUndefined();
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '' }).port).toBe(3000);
});

test('an internal address at the proxy is for the uploads folder, not for an S3 store', () => {
  expect(readConfig({}).uploadsAccelPath).toBeUndefined();
  expect(readConfig({ UPLOADS_ACCEL_PATH: '/internal-uploads/' }).uploadsAccelPath).toBe(
    '/internal-uploads/',
  );
  for (const wrong of [
    '/',
    'internal/',
    '/internal',
    '/a/../b/',
    '/a b/',
    '/a//b/',
    '/a/\nx/',
    'http://a/b/',
  ])
    expect(problemsOf({ UPLOADS_ACCEL_PATH: wrong }), wrong).toContain('UPLOADS_ACCEL_PATH');
  const s3 = { S3_ENDPOINT: 'https://s3.example', S3_REGION: 'a', S3_BUCKET: 'abc', S3_ACCESS_KEY_ID: 'a' };
  expect(
    problemsOf({ ...s3, S3_SECRET_ACCESS_KEY: 'b', UPLOADS_ACCEL_PATH: '/internal-uploads/' }),
  ).toContain('UPLOADS_ACCEL_PATH is for a local folder');
});

test('FFMPEG is off, or the path of an existing program', () => {
  expect(readConfig({ FFMPEG: 'off' }).ffmpeg).toBe('off');
  expect(problemsOf({ FFMPEG: '/nowhere/ffmpeg' })).toContain('FFMPEG must be off, or the path of ffmpeg');
});

test('browsers fetch films from a store only with all its variables, in production over https', () => {
  const s3 = { S3_ENDPOINT: 'http://10.0.0.9:9000', S3_REGION: 'a', S3_BUCKET: 'abc', S3_ACCESS_KEY_ID: 'a' };
  const keys = { ...s3, S3_SECRET_ACCESS_KEY: 'b' };
  expect(readConfig(keys).s3?.publicEndpoint).toBeUndefined();
  const publicEndpoint = 'https://media.example.org';
  expect(readConfig({ ...keys, S3_PUBLIC_ENDPOINT: `${publicEndpoint}/` }).s3).toMatchObject({
    publicEndpoint,
  });
  expect(problemsOf({ S3_PUBLIC_ENDPOINT: publicEndpoint })).toContain('S3_SECRET_ACCESS_KEY is needed');
  expect(problemsOf({ ...keys, S3_PUBLIC_ENDPOINT: 'http://10.0.0.9', NODE_ENV: 'production' })).toContain(
    'S3_PUBLIC_ENDPOINT must begin with https://',
  );
});

test('browsers send files to a store only if it has a public endpoint', () => {
  const s3 = {
    S3_ENDPOINT: 'http://10.0.0.9:9000',
    S3_REGION: 'a',
    S3_BUCKET: 'abc',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
    S3_DIRECT_UPLOADS: 'true',
  };
  expect(problemsOf(s3)).toContain('S3_DIRECT_UPLOADS needs S3_PUBLIC_ENDPOINT');
  expect(problemsOf({ S3_DIRECT_UPLOADS: 'maybe' })).toContain('S3_DIRECT_UPLOADS must be true or false');
  const S3_PUBLIC_ENDPOINT = 'https://media.example.org';
  expect(readConfig({ ...s3, S3_PUBLIC_ENDPOINT }).s3?.directUploads).toBe(true);
});
