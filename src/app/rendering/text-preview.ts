import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { previewLetter } from '#features/letter/server/preview-letter.ts';
import { PREVIEW_PATH } from '#features/settings/contract/calls.ts';
import type { Setting } from '#features/settings/contract/schemas.ts';
import { previewMail } from '#features/settings/server/preview-mail.ts';
import { allSettings } from '#features/settings/server/queries.ts';
import { defaultOf } from '#features/settings/shared/known-settings.ts';
import { type TextGroup, textGroup } from '#features/settings/shared/text-groups.ts';
import type { Db } from '#platform/database/open.ts';
import { parseUrl } from '#platform/http/contract/parse-url.ts';
import { contentPolicy } from '#platform/http/serve/content-policy.ts';
import { forbidden, HttpError, invalidInput, notSignedIn } from '#platform/http/serve/errors.ts';
import { escapeMarkup } from '#platform/text/markup.ts';

/** Renders a visitor's page, with these settings instead of the stored ones. */
export type RenderPreview = (page: {
  path: string;
  entered: boolean;
  settings: readonly Setting[];
}) => Promise<string>;

interface PreviewSetup {
  db: Db;
  publicUrl: () => string;
  /** Absent without pages. */
  renderPreview: RenderPreview | undefined;
}

/** Maximum form size in bytes: four texts of 30,000 characters, each up to nine bytes when encoded. */
const MAX_FORM_BYTES = 1_200_000;

/**
 * Shows administrators a page or a mail with unsaved texts. A form sends the texts to a frame, because the
 * pages' policy forbids scripts to write HTML. Nothing is saved, and the response runs no script.
 */
export async function textPreviews(app: FastifyInstance, setup: PreviewSetup): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // Other responses may not be framed, so the frame would stay empty.
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof HttpError)) throw error;
      return sendInFrame(reply.code(error.status), "'unsafe-inline'", plainPage(error.message));
    });
    scope.route({
      method: 'POST',
      url: PREVIEW_PATH,
      bodyLimit: MAX_FORM_BYTES,
      // A preview changes nothing, and a form sends no header.
      config: { csrf: 'none' },
      preParsing: async (request) => assertOwner(request, setup.publicUrl()),
      handler: async (request, reply) => {
        const { group, values, form } = readForm(request.body);
        const html = await previewOf(setup, group, values, form);
        // Mails have inline styles; pages have sheets, fonts and pictures of this site.
        return sendInFrame(reply, group.preview.is === 'page' ? "'self'" : "'unsafe-inline'", html);
      },
    });
  });
}

function assertOwner(request: FastifyRequest, publicUrl: string): void {
  if (request.reader.userId === null) throw notSignedIn();
  if (request.reader.tier !== 'admin') throw forbidden();
  const { origin, host } = request.headers;
  if (origin !== new URL(publicUrl).origin && parseUrl(origin ?? '')?.host !== host)
    throw new HttpError('foreign-origin', 'This request must come from this site.');
}

const NOT_UNDERSTOOD = 'This preview cannot be shown. Please reload the page and try again.';

function readForm(body: unknown) {
  const { group: name, values: json, form } = (body ?? {}) as Record<string, string | undefined>;
  const group = textGroup(name ?? '');
  if (!group) throw invalidInput(NOT_UNDERSTOOD, []);
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(parsed(json ?? '')))
    if (typeof value === 'string' && group.fields.some((field) => field.key === key)) values.set(key, value);
  return { group, values, form: form === 'plain' ? ('plain' as const) : ('html' as const) };
}

function parsed(json: string): object {
  try {
    return Object(JSON.parse(json));
  } catch {
    throw invalidInput(NOT_UNDERSTOOD, []);
  }
}

async function previewOf(
  { db, publicUrl, renderPreview }: PreviewSetup,
  { preview }: TextGroup,
  values: ReadonlyMap<string, string>,
  form: 'html' | 'plain',
): Promise<string> {
  const stored = await allSettings(db);
  if (preview.is === 'page') {
    // An empty text means the default, as after a reset.
    const changed = [...values].filter(([, value]) => value.trim() !== '');
    const settings: Setting[] = [
      ...stored.filter(({ key }) => !values.has(key)),
      ...changed.map(([key, value]) => ({ key, value, category: 'content' as const, description: null })),
    ];
    const html = await renderPreview?.({ path: preview.path, entered: preview.entered, settings });
    return withoutScripts(html ?? '');
  }
  const read = (key: string) =>
    values.get(key) ?? stored.find((setting) => setting.key === key)?.value ?? defaultOf(key);
  const mail =
    preview.is === 'mail'
      ? previewMail(
          preview.name,
          { subject: read(`mail.${preview.name}.subject`), text: read(`mail.${preview.name}.text`) },
          read,
          publicUrl(),
        )
      : previewLetter({
          site: read('site.title'),
          line: read('letter.line'),
          address: read('letter.address'),
          publicUrl: publicUrl(),
        });
  return form === 'plain' ? plainPage(mail.text) : mail.html;
}

/** Removes scripts, which never run in the frame, so that the browser has none to refuse and report. */
function withoutScripts(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = html.indexOf('<script', from);
    kept.push(html.slice(from, start < 0 ? undefined : start));
    // A script may contain the text of a script tag, so only the end tag counts.
    const end = start < 0 ? -1 : html.indexOf('</script>', start);
    if (end < 0) return kept.join('');
    from = end + '</script>'.length;
  }
}

const plainPage = (text: string) =>
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Plain text</title>' +
  '<body style="margin:0;padding:1.25rem;background:#fff;color:#0f2a31">' +
  '<pre style="margin:0;font:14px/1.6 monospace;white-space:pre-wrap;overflow-wrap:anywhere">' +
  `${escapeMarkup(text)}</pre></body></html>`;

/** Sends HTML that a frame of this site may show without running anything. */
const sendInFrame = (reply: FastifyReply, styles: "'self'" | "'unsafe-inline'", html: string) =>
  reply
    .header(
      'content-security-policy',
      contentPolicy({
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'self'"],
        'style-src': [styles],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'https:'],
        sandbox: ['allow-same-origin'],
      }),
    )
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
