import { PRIVACY_TEXTS } from '#features/settings/shared/page-texts/privacy-text.ts';
import { TERMS_TEXTS } from '#features/settings/shared/page-texts/terms-text.ts';
import { PageText } from '#features/settings/web/texts/page-text.tsx';
import { loadPageTexts } from '#features/settings/web/texts/page-texts.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useSite } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import * as css from './reading-frame.module.css';
import { ReadingFrame } from './reading-frame.tsx';

const INTRO = 'What you can expect from us, what we ask of you, and what we know about you, in plain words.';

export const load = loadPageTexts('terms');

/** /terms-privacy */
export function Page() {
  const { today } = useSite();
  // The reader's own day, known after hydration.
  const hydrated = useHydrated();
  return (
    <ReadingFrame title="Terms & Privacy" intro={INTRO} path="/terms-privacy">
      <p className={`meta ${css.lastUpdated}`}>
        Last updated: <LocalDate instant={hydrated ? new Date().toISOString() : today} />
      </p>
      <nav aria-label="On this page">
        <ul className={css.jumpLinks}>
          <li>
            <a href="#terms">Terms of Service</a>
          </li>
          <li>
            <a href="#privacy">Privacy Policy</a>
          </li>
        </ul>
      </nav>
      <section aria-labelledby="terms">
        <h2 id="terms">Terms of Service</h2>
        <PageText name="terms.text" defaults={TERMS_TEXTS} level={3} />
      </section>
      <section aria-labelledby="privacy">
        <h2 id="privacy">Privacy Policy</h2>
        <PageText name="privacy.text" defaults={PRIVACY_TEXTS} level={3} />
      </section>
    </ReadingFrame>
  );
}
