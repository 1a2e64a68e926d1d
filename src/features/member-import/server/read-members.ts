import { EmailAddress } from '#features/signups/contract/schemas.ts';
import type { CsvRow } from '#platform/csv/csv.ts';
import { caseless } from '#platform/database/caseless.ts';
import { HttpError } from '#platform/http/serve/errors.ts';

/*
 * Columns of Ghost's export: id, email, name, note, subscribed_to_emails, complimentary_plan,
 * stripe_customer_id, created_at, deleted_at, labels, tiers; of Ghost's import also gift_id and import_tier.
 * Columns of this site's lists of persons and sign-ups: since or createdAt, paidUntil, grantedUntil, state,
 * access.
 */

/** A member of the file. */
export interface Member {
  line: number;
  email: string;
  emailKey: string;
  /** Epoch ms; null where the file has no date. */
  joinedAt: number | null;
  /** Whether the member has a paid or complimentary plan, a gift, or access on this site. */
  hasPlan: boolean;
}

export interface Refusal {
  line: number;
  message: string;
}

/**
 * Columns where any value means a plan. `stripe_customer_id` is not among them, because former customers have
 * one too.
 */
const PLANS = ['tiers', 'import_tier', 'gift_id'];
/** Columns with the end of a plan. */
const ENDS = ['paiduntil', 'granteduntil'];
/** Columns with the day of joining. */
const BEGINNINGS = ['created_at', 'createdat', 'since'];

const NO_EMAIL =
  'This file has no column “email”. Choose the file that Ghost exports under Members, as it is; ' +
  'in a file of another site, name the column of the addresses “email”.';

/** Makes a parser of a file's rows from its heading. Throws 400 for a table without addresses. */
export function memberReader(heading: readonly string[], now: number): (row: CsvRow) => Member | Refusal {
  const names = heading.map((name) => name.trim().toLowerCase());
  if (!names.includes('email'))
    throw new HttpError('file-refused', NO_EMAIL, { issues: [{ path: 'line 1', message: NO_EMAIL }] });
  const cell = ({ cells }: CsvRow, name: string) => cells[names.indexOf(name)]?.trim() ?? '';
  return (row) => {
    const { line } = row;
    const address = cell(row, 'email');
    if (address === '') return { line, message: 'There is no address' };
    const email = EmailAddress.safeParse(address);
    if (!email.success) return { line, message: 'The address is not a valid email address' };
    if (cell(row, 'deleted_at') !== '') return { line, message: 'This member was deleted in Ghost' };
    if (cell(row, 'state') === 'revoked' || cell(row, 'access') === 'Access Revoked')
      return { line, message: 'The access of this person was revoked' };
    const begun = BEGINNINGS.find((name) => cell(row, name) !== '');
    const joinedAt = begun === undefined ? null : readInstant(cell(row, begun));
    if (Number.isNaN(joinedAt))
      return { line, message: `The date in “${begun}” is not written as 2026-11-29` };
    return {
      line,
      email: email.data,
      emailKey: caseless(email.data),
      // Limits dates to the present, because the other site's clock may have been wrong.
      joinedAt: joinedAt === null ? null : Math.min(joinedAt, now),
      hasPlan:
        cell(row, 'complimentary_plan').toLowerCase() === 'true' ||
        PLANS.some((name) => cell(row, name) !== '') ||
        ENDS.some((name) => cell(row, name) === 'without end' || readInstant(cell(row, name)) > now),
    };
  };
}

const INSTANT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Parses an instant in ISO 8601; without a time zone it is in UTC. Returns NaN for anything else. */
function readInstant(text: string): number {
  const match = INSTANT.exec(text);
  if (!match) return Number.NaN;
  const iso = text.replace(' ', 'T');
  const day = Date.parse(iso.slice(0, 10));
  // `Date.parse` turns February 30 into March 2.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(iso.slice(0, 10))) return Number.NaN;
  return Date.parse(match[1] || iso.length === 10 ? iso : `${iso}Z`);
}
