/* Counts of uses. No column refers to a person: 0028-usage-counts.ts. */

export interface UsageTables {
  /** Counts of events of an item. `day`: days since 1970-01-01 in UTC. */
  usage_counts: {
    day: number;
    event: 'opened' | 'half' | 'finished' | 'saved' | 'shared';
    item_type: 'ocean' | 'wave' | 'droplet';
    item_id: number;
    n: number;
  };
  /** Numbers of visits by host. Empty: the browser sent none; `other`: one of too many hosts. */
  referrer_counts: { day: number; host: string; n: number };
  /** Counts of searches without results. */
  search_counts: { day: number; words: string; n: number };
  /** Weeks whose summary was queued or was empty. `monday`: days since 1970-01-01; `at`: epoch ms. */
  usage_summaries: { monday: number; at: number };
}
