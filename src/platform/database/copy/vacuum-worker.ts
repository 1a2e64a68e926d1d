import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/* A thread of its own: the copy of a large database takes seconds, in which the rest goes on. */

const { from, to } = workerData as { from: string; to: string };
const db = new DatabaseSync(from, { readOnly: true, timeout: 60_000 });
db.prepare('vacuum into ?').run(to);
db.close();
