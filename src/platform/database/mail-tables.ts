import type { Generated } from 'kysely';

type Flag = boolean | number;

/** The mail queue, and the weekly letter: its recipients, and their sent droplets. */
export interface MailTables {
  /** The mail queue. A crash can repeat a message, but never lose one. */
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
    /** Time at which an unsent mail is dropped. */
    expires_at: number | null;
    /** A JSON object of further headers. */
    headers: Generated<string | null>;
    /** Whether it is one of many equal mails. Such a mail waits for all others, and is sent at most once. */
    is_bulk: Generated<Flag>;
  };
  /** One row per person: of an account, or of a sign-up. Exactly one of both is set. */
  letters: {
    id: Generated<number>;
    user_id: number | null;
    signup_id: number | null;
    /** 1 is Monday, 7 Sunday (ISO 8601). */
    day: number;
    /** 0 to 23, in `time_zone` (IANA). */
    hour: number;
    time_zone: string;
    frequency: 'weekly' | 'monthly';
    paused_until: number | null;
    /** Time of the next letter; null while letters are stopped. */
    next_at: number | null;
    created_at: number;
  };
  /** The last time that a droplet was in a person's letter. */
  letters_sent: { letter_id: number; droplet_id: number; at: number };
}
