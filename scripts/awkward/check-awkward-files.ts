import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import type { EngineName } from '../../e2e/engines/drivers/driver.ts';
import { makeAwkwardFiles } from './make-awkward-files.ts';
import { findNotes } from './notes.ts';
import { type Administrator, call, type Outcome, problemOf, sendFile } from './outcomes.ts';
import { playInEngine } from './play-in-engine.ts';
import { fetchSuiteFiles } from './suite-files.ts';

/*
 * npm run demo:awkward [-- --check --engines chromium,firefox,webkit]: makes unusual films and sounds in
 * .cache/awkward. --check uploads all of them to a site, which must prepare or refuse each as
 * awkward-files.ts says. --engines also plays them in these browsers. --suites adds files of public test
 * suites.
 */

const FOLDER = join(import.meta.dirname, '../../.cache/awkward');
const PASSWORD = 'Quiet-Harbour-27';

const args = process.argv.slice(2);
const engines = (args[args.indexOf('--engines') + 1] ?? '').split(',') as EngineName[];
const problems: string[] = [];
const say = (line: string) => console.log(line);
const complain = (line: string) => {
  problems.push(line);
  say(`  NO: ${line}`);
};

const programs = findMediaPrograms(process.env.FFMPEG);
if (!programs) throw new Error('This needs ffmpeg and ffprobe. On Debian: apt-get install ffmpeg');
const files = await makeAwkwardFiles(programs, FOLDER, say);
say(`${files.length} files are in ${FOLDER}`);
if (args.includes('--suites')) {
  const others = await fetchSuiteFiles(say);
  say(`${others.length} files are from public test suites`);
  files.push(...others);
}
if (args.includes('--check') || args.includes('--engines')) await check();
if (problems.length > 0) {
  say(`\n${problems.length} problems:\n${problems.join('\n')}`);
  process.exitCode = 1;
}

async function check(): Promise<void> {
  const dataDir = await newDataDir();
  const site = await startSiteProcess(dataDir, { FFMPEG: programs?.ffmpeg ?? '', ADMIN_PASSWORD: PASSWORD });
  try {
    const admin = await signIn(site.url);
    const outcomes: Outcome[] = [];
    for (const file of files) {
      const outcome = await sendFile(admin, file);
      outcomes.push(outcome);
      const end = outcome.address ?? outcome.sentence;
      say(`${file.name}: ${outcome.seconds.toFixed(1)} s, ${end}`);
      const problem = problemOf(outcome);
      if (problem) complain(`${file.name}: ${problem}`);
      const notes = outcome.address && (await findNotes(programs?.ffprobe ?? '', admin, outcome.address));
      if (notes) complain(`${file.name}: the served file says ${notes}`);
    }
    if (!args.includes('--engines')) return;
    const lessons = await publish(admin, outcomes);
    for (const engine of engines)
      for await (const problem of playInEngine(engine, site.url, lessons)) complain(`${engine}: ${problem}`);
  } finally {
    await site.stop();
    await removeDataDir(dataDir);
  }
}

async function signIn(url: string): Promise<Administrator> {
  const body = JSON.stringify({ username: 'admin', password: PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body, headers });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const cookie = ['stillwater_entered=1', ...cookies].join('; ');
  const token = await fetch(`${url}/api/csrf-token`, { headers: { cookie } });
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  return { url, cookie, csrfToken };
}

/** Creates an open lesson of each file that plays. */
async function publish(admin: Administrator, outcomes: readonly Outcome[]) {
  const add = async (path: string, item: object): Promise<number> => {
    const answer = await call(admin, 'POST', path, JSON.stringify(item));
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { id: number }).id;
  };
  const open = { description: 'Files that are hard to play.', accessType: 'free', isPublished: true };
  const imageUrl = 'https://pictures.example/a.jpg';
  const oceanId = await add('/api/oceans', { ...open, title: 'Awkward', imageUrl });
  const waveId = await add('/api/waves', { ...open, title: 'Files', imageUrl, oceanId });
  const lessons: { id: number; name: string }[] = [];
  for (const { file, address } of outcomes) {
    if (address === null) continue;
    const lesson = { ...open, title: file.name, waveId, mediaType: file.kind, mediaUrl: address };
    lessons.push({ id: await add('/api/droplets', lesson), name: file.name });
    // The pause keeps below the rate limit of an administrator's writes.
    await sleep(50);
  }
  return lessons;
}
