import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MemberImport } from '#features/member-import/contract/schemas.ts';
import { importMembers } from '#features/member-import/server/import-job.ts';
import { type Answer, PUBLIC_URL, type SignedInClient, startTestApi, type TestApi } from '../test-api.ts';

/* A site whose administrator imports members. */

/** Folder of Ghost's own fixtures, which is this file's. */
const GHOST = import.meta.dirname;
const HEADING = [
  ...['id', 'email', 'name', 'note', 'subscribed_to_emails', 'complimentary_plan', 'stripe_customer_id'],
  ...['created_at', 'deleted_at', 'labels', 'tiers'],
].join();
const TABLES = ['email_signups', 'access_grants', 'member_imports', 'mails', 'rate_limits'] as const;

/** Reads one of Ghost's own fixtures. */
export const fixture = (name: string) => readFile(join(GHOST, name));

/** Builds an export in Ghost's format. */
export const exported = (...rows: string[]) => [HEADING, ...rows].join('\r\n');

/** Builds a row of an export. */
export const row = (n: number, { comped = '', tiers = '' } = {}) =>
  [
    ...[`5f${n}`, `m${n}@example.org`, `Name ${n}`, '"a, note"', 'true', comped, ''],
    ...[`2024-03-0${(n % 9) + 1}T08:00:00.000Z`, '', 'a label', tiers],
  ].join();

export interface Choices {
  accessUntil: unknown;
  isInviting: boolean;
}

/** Choices by which members get neither access nor mails. */
const NOTHING: Choices = { accessUntil: null, isInviting: false };

export class ImportSite {
  readonly api: TestApi;
  readonly ada: SignedInClient;

  constructor(api: TestApi, ada: SignedInClient) {
    this.api = api;
    this.ada = ada;
  }

  static async start(): Promise<ImportSite> {
    const api = await startTestApi();
    return new ImportSite(api, await api.signedIn('admin', { username: 'ada' }));
  }

  get db() {
    return this.api.database.db;
  }

  async empty(): Promise<void> {
    for (const table of TABLES) await this.db.deleteFrom(table).execute();
    await this.db.deleteFrom('users').where('id', '!=', this.ada.user.id).execute();
  }

  /** Uploads a file for the check. */
  async check(content: string | Buffer): Promise<Answer> {
    const { body } = await this.ada.get('/api/csrf-token');
    const headers = { 'csrf-token': body.csrfToken, 'content-type': 'text/csv' };
    return this.ada.send('POST', '/api/member-imports?name=members.csv', content, headers);
  }

  async checked(content: string | Buffer): Promise<MemberImport> {
    const { status, body } = await this.check(content);
    if (status !== 201) throw new Error(body.message);
    return body;
  }

  run = (id: number, choices = NOTHING, client = this.ada): Promise<Answer> =>
    client.post(`/api/member-imports/${id}/run`, choices);

  /** Runs the background import. `onBatch` is called at the start of each batch. */
  work = (signal?: AbortSignal, onBatch = () => {}): Promise<void> => {
    const publicUrl = () => {
      onBatch();
      return PUBLIC_URL;
    };
    return importMembers({ db: this.db, publicUrl }, signal);
  };

  find = async (id: number): Promise<MemberImport> => (await this.ada.get(`/api/member-imports/${id}`)).body;

  /** Checks a file and imports it. */
  async imported(content: string | Buffer, choices?: Choices): Promise<MemberImport> {
    const { id } = await this.checked(content);
    await this.run(id, choices);
    await this.work();
    return this.find(id);
  }

  signups = () => this.db.selectFrom('email_signups').selectAll().orderBy('email_key').execute();
  grants = () => this.db.selectFrom('access_grants').selectAll().orderBy('id').execute();
  count = async (table: 'mails' | 'member_import_rows'): Promise<number> =>
    (await this.db.selectFrom(table).selectAll().execute()).length;
}
