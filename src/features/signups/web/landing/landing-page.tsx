import { Landing } from './landing.tsx';

/** Replaces a content page until the visitor has entered. */
export function Page() {
  return <Landing source="gate" />;
}
