import { AccountSection } from '#features/accounts/web/account/account-section.tsx';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { KeptList } from './panel/kept-list.tsx';
import { canKeep, deviceName } from './state/device.ts';

/** The account page's section about what this device keeps. */
export function KeptSection() {
  // The server does not know what this device keeps.
  if (!useHydrated() || !canKeep()) return null;
  return (
    <AccountSection title={`Kept on this ${deviceName()}`}>
      <KeptList />
    </AccountSection>
  );
}
