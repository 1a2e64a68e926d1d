import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import { getUser } from '../../contract/calls.ts';
import { getOwnData } from '../../contract/own-account-calls.ts';
import type { User } from '../../contract/schemas.ts';
import { isStaff } from '../../shared/staff.ts';
import { AccountSection } from './account-section.tsx';

/** Offers a download of everything that the site stores about the user. */
export function OwnDataSection({ user }: { user: User }) {
  const api = useApi();
  // Browsers report no reason for a failed download. Staff have `useLostSession`, which checks all downloads.
  const checkSession = () => void api(getUser).catch(toastFailure('Download failed'));
  return (
    <AccountSection title="Your data">
      <p>Download everything we store about you as a JSON file.</p>
      <p>
        <a
          className="btn line"
          href={getOwnData.path}
          download="my-data.json"
          onClick={isStaff(user) ? undefined : checkSession}
        >
          Download my data
        </a>
      </p>
    </AccountSection>
  );
}
