import type { Mail } from '#platform/mail/queue.ts';

export interface SignInLink {
  email: string;
  token: string;
  code: string;
}

/** The returning visitor's mail. The token stands in the fragment, which no server log and no Referer sees. */
export function signInMail(link: SignInLink, publicUrl: string): Mail {
  const url = `${publicUrl}/sign-in#token=${link.token}`;
  const spaced = `${link.code.slice(0, 3)} ${link.code.slice(3)}`;
  return {
    to: link.email,
    subject: 'Your way back in to Stillwater',
    text: `Open this link to come in:

${url}

Or enter this code on the page where you asked for it: ${spaced}

The link and the code work once, and expire in 15 minutes.
If you did not ask for this, you can leave it. Nothing happens without the link.
`,
    html: `<!doctype html>
<html lang="en"><body style="margin:0;background:#f1f5f4;color:#0f2a31;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30rem;margin:0 auto;padding:2.5rem 1.25rem">
<p style="font:28px/1.2 Georgia,serif;margin:0 0 1.5rem">stillwater</p>
<p>Open this link to come in:</p>
<p><a href="${url}" style="display:inline-block;background:#004a57;color:#fff;text-decoration:none;border-radius:999px;padding:0.75rem 1.5rem">Continue to Stillwater</a></p>
<p>Or enter this code on the page where you asked for it:</p>
<p style="font:28px/1.2 Georgia,serif;letter-spacing:0.08em">${spaced}</p>
<p style="color:#41575d">The link and the code work once, and expire in 15 minutes. If you did not ask for this, you can leave it. Nothing happens without the link.</p>
</div></body></html>
`,
  };
}
