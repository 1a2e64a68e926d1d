import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/* Runs in its own thread, because copying a large database blocks for seconds. */

const { from, to } = workerData as { from: string; to: string };
const db = new DatabaseSync(from, { readOnly: true, timeout: 60_000 });
db.prepare('vacuum into ?').run(to);
db.close();
