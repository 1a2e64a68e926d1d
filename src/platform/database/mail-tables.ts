import type { Generated } from 'kysely';

type Flag = boolean | number;

/** The mail queue, and the weekly letter: its readers, and the droplets that they got. */
export interface MailTables {
  /** The mail queue. A crash can repeat a message and never loses one. */
  mails: {
    id: Generated<number>;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_at: number;
    attempts: number;
    next_attempt_at: number;
    sent_at: number | null;
    last_error: string | null;
    /** A mail that was not sent until then is dropped. */
    expires_at: number | null;
    /** A JSON object of further headers. */
    headers: Generated<string | null>;
    /** One of many equal mails: it waits for all others, and is sent at most once. */
    is_bulk: Generated<Flag>;
  };
  /** One row for each person: of an account, or of an address that entered. One of both is set. */
  letters: {
    id: Generated<number>;
    user_id: number | null;
    signup_id: number | null;
    /** 1 is Monday, 7 Sunday (ISO 8601). */
    day: number;
    /** 0 to 23, by the clocks of `time_zone` (IANA). */
    hour: number;
    time_zone: string;
    frequency: 'weekly' | 'monthly';
    paused_until: number | null;
    /** Time of the next letter; null while they are stopped. */
    next_at: number | null;
    created_at: number;
  };
  /** The last time that a droplet was in a person's letter. */
  letters_sent: { letter_id: number; droplet_id: number; at: number };
}
