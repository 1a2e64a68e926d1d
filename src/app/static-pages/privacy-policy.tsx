import { Link } from '#platform/web/link.tsx';

interface Names {
  /** The site's. */
  title: string;
  /** Where people write to. */
  email: string;
}

/** The privacy policy: what is kept, where, why and for how long. It has to say what the program does. */
export function PrivacyPolicy({ title, email }: Names) {
  const mail = <a href={`mailto:${email}`}>{email}</a>;
  return (
    <section aria-labelledby="privacy">
      <h2 id="privacy">Privacy Policy</h2>
      <p>
        {title} keeps as little about you as it can. No advertising, no analytics, no tracking across sites,
        and nothing about you is sold or lent. Questions go to {mail}.
      </p>
      <h3>What we keep</h3>
      <dl>
        <div>
          <dt>Your email</dt>
          <dd>
            The address that you enter, when, and on which page. It opens the free part and receives sign-in
            links, which expire in 15 minutes, and answers to what you ask. There is no newsletter.
          </dd>
        </div>
        <div>
          <dt>Your account</dt>
          <dd>
            Username, email, role, and your password in a form that cannot be turned back. Your favorites.
            Where you are signed in, with what the browser calls itself, so that you can sign out there.
          </dd>
        </div>
        <div>
          <dt>Payments</dt>
          <dd>
            The payment provider’s number of your subscription, its state and its dates. Name, card and
            address stay with the provider, under its own policy.
          </dd>
        </div>
        <div>
          <dt>Traffic</dt>
          <dd>
            Our logs hold no addresses of people or machines. To stop guessing and flooding, we count requests
            of a network address, and mails to an email address, for up to an hour.
          </dd>
        </div>
      </dl>
      <h3>Cookies</h3>
      <p>
        Only what the site needs to work, so there is no banner to click away: <code>stillwater_session</code>{' '}
        keeps you signed in, <code>stillwater_visitor</code> protects forms from being sent in your name, and{' '}
        <code>stillwater_entered</code> remembers for a year that this browser has entered. Whoever subscribes
        without an account gets <code>stillwater_checkout</code>, which lets this browser in for up to a year.
      </p>
      <h3>Kept in your browser</h3>
      <p>
        Local storage holds the email address that you entered, how you like the player to be set, favorites
        that could not reach us yet, and the payment provider’s number of a payment that you have begun.
        Session storage holds your username, email and role until you close the tab. Clearing the site’s data
        in your browser removes all of it.
      </p>
      <h3>Video and other sites</h3>
      <p>
        The payment provider’s button loads when you open the subscription’s dialog, and not before. Some
        videos come from YouTube or Vimeo. They load when you press play and not before; from then on that
        site learns your network address, and its own policy applies. Pictures or sounds that an editor has
        placed on another server are loaded from there. Links in Additional Resources lead to other sites.
      </p>
      <h3>How long</h3>
      <p>
        A sign-in ends after 7 days without a visit, and after 30 in any case; a sign-in link after 15
        minutes. Your account and what belongs to it stay until you delete it. Your email entry stays until
        you ask us to remove it. Records of payments stay as long as tax law requires.
      </p>
      <h3>Your data is yours</h3>
      <p>
        On your <Link href="/account">account page</Link> you can take a copy of your data along, correct it,
        and delete your account with all that belongs to it. Deleting cannot be undone. Without an account,
        write to {mail} and we do it for you. You may also ask what we keep, object to it, or complain to the
        data protection authority where you live.
      </p>
      <h3>Who else sees it</h3>
      <p>
        Those who keep the site running for us, as far as their work needs it: the host of our servers, the
        service that delivers our mail, and the payment provider. And authorities, where a law compels us.
      </p>
    </section>
  );
}
