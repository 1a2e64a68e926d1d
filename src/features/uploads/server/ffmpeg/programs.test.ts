import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findMediaPrograms } from './programs.ts';

/* Prints whether ffmpeg runs as idle work, which depends on the rights of the site's user. */

const FIND =
  `import('${new URL('./programs.ts', import.meta.url)}')` +
  '.then(({ findMediaPrograms }) => console.log(!!findMediaPrograms()?.yielding?.chrt))';

/** Finds the programs in another process. `before`: a command that lowers the rights. */
function isIdleBehind(...before: string[]): string {
  const [command = '', ...args] = [...before, process.execPath, '--eval', FIND];
  return execFileSync(command, args, { encoding: 'utf8' }).trim();
}

/** An ordinary user's rights: those of root without this capability, and no limit for niceness. */
const ORDINARY = ['prlimit', '--nice=0', 'setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice'];

test.skipIf(process.getuid?.() !== 0 || !findMediaPrograms()?.yielding?.chrt)(
  'ffmpeg is idle work only for a user who may take that back',
  () => {
    expect(isIdleBehind()).toBe('true');
    expect(isIdleBehind(...ORDINARY)).toBe('false');
  },
);
