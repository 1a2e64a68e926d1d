import { useSettings } from '#features/settings/web/site-settings.ts';
import { Link } from '#platform/web/link.tsx';
import * as css from './reading-frame.module.css';
import { ReadingFrame } from './reading-frame.tsx';

/** /contact */
export function Page() {
  const email = useSettings()('contact.email');
  return (
    <ReadingFrame
      title="Contact"
      intro="A person reads every message. We promise to reply soon."
      path="/contact"
    >
      <h2>Write to us</h2>
      <p>Questions, ideas, mistakes you noticed: we are glad to hear from you.</p>
      <p className={css.address}>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <h2>What helps us answer faster</h2>
      <ul>
        <li>For a sign-in link: the email address you entered, and about when.</li>
        <li>For a payment: your account’s email address. Please never send a card number.</li>
        <li>For a lesson that does not play: its title, and the browser you use.</li>
      </ul>
      <p>
        <Link href="/terms-privacy">Terms &amp; Privacy</Link> explains how we handle what you send.
      </p>
      <h2>In an emergency</h2>
      <p>
        We cannot help in an emergency. If you or someone near you is in danger, call your local emergency
        number.
      </p>
    </ReadingFrame>
  );
}
