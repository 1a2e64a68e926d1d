import type { ReactNode } from 'react';
import { type Tab, TabPanel, Tabs } from '#platform/design/tabs.tsx';

export type AuthTab = 'login' | 'register';

const LABEL = 'Account';
const TABS: readonly Tab<AuthTab>[] = [
  { name: 'login', label: 'Login' },
  { name: 'register', label: 'Register' },
];

interface AuthTabsProps {
  current: AuthTab;
  onChoose(tab: AuthTab): void;
}

export function AuthTabs({ current, onChoose }: AuthTabsProps) {
  return <Tabs label={LABEL} tabs={TABS} current={current} onChoose={onChoose} />;
}

export function AuthPanel({ tab, children }: { tab: AuthTab; children: ReactNode }) {
  return (
    <TabPanel label={LABEL} current={tab}>
      {children}
    </TabPanel>
  );
}
