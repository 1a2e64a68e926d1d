import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import { getUser } from '../../contract/calls.ts';
import { getOwnData } from '../../contract/own-account-calls.ts';
import { AccountSection } from './account-section.tsx';

/** Offers a download of everything that the site stores about the user. */
export function OwnDataSection() {
  const api = useApi();
  // Browsers do not say why a download failed.
  const checkSession = () => void api(getUser).catch(toastFailure('Download failed'));
  return (
    <AccountSection title="Your data">
      <p>Download everything we store about you as a JSON file.</p>
      <p>
        <a className="btn line" href={getOwnData.path} download="my-data.json" onClick={checkSession}>
          Download my data
        </a>
      </p>
    </AccountSection>
  );
}
