import { useSettings } from '#features/settings/web/site-settings.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useSite } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { PrivacyPolicy } from './privacy-policy.tsx';
import { ReadingPage } from './reading-page.tsx';
import { TermsOfService } from './terms-of-service.tsx';

const INTRO = 'What you may expect of us, what we ask of you, and what we know about you. In plain words.';

/** /terms-privacy */
export function Page() {
  const { today } = useSite();
  // Today is where the reader is.
  const hydrated = useHydrated();
  const setting = useSettings();
  const names = { title: setting('site.title'), email: setting('contact.email') };
  return (
    <ReadingPage title="Terms & Privacy" intro={INTRO} path="/terms-privacy">
      <p className="meta">
        Last updated: <LocalDate instant={hydrated ? new Date().toISOString() : today} />
      </p>
      <nav aria-label="On this page">
        <ul className="on-this-page">
          <li>
            <a href="#terms">Terms of Service</a>
          </li>
          <li>
            <a href="#privacy">Privacy Policy</a>
          </li>
        </ul>
      </nav>
      <TermsOfService {...names} />
      <PrivacyPolicy {...names} />
    </ReadingPage>
  );
}
