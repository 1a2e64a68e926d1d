import { expect, test } from 'vitest';
import { insecureSettings } from './insecure-settings.ts';

const warnings = (publicUrl: string, smtpUrl: string, databaseUrl: string, replicaUrl?: string) =>
  insecureSettings({ publicUrl, mail: { smtpUrl, from: 'a@b.example' }, databaseUrl, replicaUrl })
    .map((line) => /^Warning: (\w+)/.exec(line)?.[1])
    .join(' ');

test.each([
  ['https://still.example', 'smtps://mail.example', 'sqlite:/data/stillwater.db', ''],
  // TLS is required for every mail server on another machine.
  ['https://still.example', 'smtp://mail.example', 'postgres://a:b@127.0.0.1/c', ''],
  ['https://still.example', 'smtps://mail.example', 'postgres://a:b@database/c', ''],
  ['https://still.example', 'smtps://mail.example', 'postgres://a:b@db.example/c?sslmode=verify-full', ''],
  [
    'http://localhost:3000',
    'smtp://127.0.0.1:2525?requireTLS=false',
    'postgres://a:b@localhost/c?sslmode=disable',
    '',
  ],
  ['http://still.example', 'smtps://mail.example', 'sqlite:/data/stillwater.db', 'PUBLIC_URL'],
  ['https://still.example', 'smtp://mail.example?requireTLS=false', 'sqlite:x', 'SMTP_URL'],
  ['https://still.example', 'smtp://mail.example?ignoreTLS=true', 'sqlite:x', 'SMTP_URL'],
  ['https://still.example', 'smtps://mail.example', 'postgres://a:b@db.example/c', 'DATABASE_URL'],
  ['https://still.example', 'smtps://mail.example', 'postgres://a:b@10.0.0.1/c', 'DATABASE_URL'],
  [
    'https://still.example',
    'smtps://mail.example',
    'postgres://a:b@database/c?sslmode=disable',
    'DATABASE_URL',
  ],
  [
    'https://still.example',
    'smtps://mail.example',
    'postgres://a:b@db.example/c?sslmode=no-verify',
    'DATABASE_URL',
  ],
])('%s, %s and %s warn about [%s]', (publicUrl, smtpUrl, databaseUrl, named) => {
  expect(warnings(publicUrl, smtpUrl, databaseUrl)).toBe(named);
});

test('a replica’s URL causes the same warnings as its server’s', () => {
  const url = 'postgres://a:b@db.example/c';
  const safe = `${url}?sslmode=verify-full`;
  expect(warnings('https://still.example', 'smtps://mail.example', safe, url)).toBe('DATABASE_REPLICA_URL');
});
