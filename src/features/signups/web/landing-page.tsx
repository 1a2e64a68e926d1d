import { Landing } from './landing.tsx';

/** What a content page shows before the visitor has entered. */
export function Page() {
  return <Landing source="gate" />;
}
