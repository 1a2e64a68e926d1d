import type { FastifyServerOptions } from 'fastify';

/** The logger functions that background work uses. */
export interface Log {
  warn(details: object, message: string): void;
}

/**
 * Returns Fastify's logger options. In production each line is a JSON object, else text for a terminal.
 * Neither contains personal data such as addresses, queries and cookies.
 */
export function logOptions(level: string, production: boolean, print: (line: string) => void = toStdout) {
  return {
    level,
    redact: ['req.headers', 'res.headers'],
    serializers: {
      err: safeError,
      req: ({ method, routeOptions }: { method: string; routeOptions?: { url?: string } }) => ({
        method,
        route: routeOptions?.url,
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    stream: { write: (line: string) => print(production ? line : readable(line)) },
  } satisfies FastifyServerOptions['logger'];
}

const toStdout = (line: string) => process.stdout.write(line);

/** Email addresses, network addresses, and values after the name of a secret. */
const PERSONAL: [RegExp, string][] = [
  [/(?<![^\s<>"'(),;:@/])[^\s<>"'(),;:@/]+@[^\s<>"'(),;:@/.]*\.[^\s<>"'(),;:@/]+/g, '[email]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[address]'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{1,4}\b/gi, '[address]'],
  [/\b(token|code|password|secret|signature)=[^\s&"']+/gi, '$1=[secret]'],
  [/(:\/\/)[^\s/@]+@/g, '$1'],
];

const redact = (text: string) => PERSONAL.reduce((rest, [what, name]) => rest.replace(what, name), text);

/**
 * Error fields without personal data. Other fields (a row's `detail`, a server's `response`) may contain
 * some.
 */
const SAFE_FIELDS = ['code', 'errcode', 'why', 'constraint', 'table', 'syscall', 'responseCode'];

function safeError(error: Error): {
  [detail: string]: unknown;
  type: string;
  message: string;
  stack: string;
} {
  const details = Object.entries(error).filter(([key]) => SAFE_FIELDS.includes(key));
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...Object.fromEntries(details),
    ...(error.cause instanceof Error ? { cause: safeError(error.cause) } : {}),
  };
}

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** Formats `12:31:05 warn  a mail could not be sent  mail=3 attempts=1`, with an error's stack below. */
function readable(line: string): string {
  const { level, time, pid: _pid, hostname: _hostname, msg = '', err, ...details } = JSON.parse(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const pairs = Object.entries(details).map(
    ([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const head = [clock, (LEVELS[level] ?? String(level)).padEnd(5), msg, pairs.join(' ')]
    .filter(Boolean)
    .join(' ');
  if (!err) return `${head}\n`;
  const detail = level >= 50 ? err.stack : `${err.type}: ${err.message}`;
  const cause = err.cause && err.cause.message !== err.message ? `\n  because: ${err.cause.message}` : '';
  return `${head}\n  ${detail}${cause}\n`;
}
