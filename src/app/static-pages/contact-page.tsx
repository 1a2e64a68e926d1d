import { useSettings } from '#features/settings/web/site-settings.ts';
import { Link } from '#platform/web/link.tsx';
import { ReadingPage } from './reading-page.tsx';

/** /contact */
export function Page() {
  const email = useSettings()('contact.email');
  return (
    <ReadingPage
      title="Contact"
      intro="One address, read by a person. We promise to reply soon."
      path="/contact"
    >
      <h2>Write to us</h2>
      <p>
        A question, a lesson that helped, one that did not, a word that reads wrong: all of it is welcome.
      </p>
      <p className="contact-address">
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <h2>It helps to say</h2>
      <ul>
        <li>for the sign-in link: the address that you entered, and roughly when;</li>
        <li>for a payment: the address of your account. Never send us a card number;</li>
        <li>for a lesson that will not play: its title, and the browser that you use.</li>
      </ul>
      <p>
        How we handle what you send stands in <Link href="/terms-privacy">Terms &amp; Privacy</Link>.
      </p>
      <h2>When it cannot wait</h2>
      <p>
        We are teachers of small things and cannot help in an emergency. If you or somebody near you is in
        danger, call the emergency number where you are.
      </p>
    </ReadingPage>
  );
}
