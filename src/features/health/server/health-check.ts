import type { Warning } from '#features/warnings/contract/schemas.ts';
import type { BrokenLink, HealthPart, Problem } from '../contract/schemas.ts';

export interface CheckResult {
  problems: Problem[];
  /** One or two sentences about a part without a problem. */
  text: string;
}

/** A part of the site with a check. */
export interface HealthCheck {
  about: HealthPart;
  title: string;
  /** Costs the same at any size of the data. May throw or hang, because the caller limits its time. */
  look(): Promise<CheckResult>;
}

type Given = Pick<Problem, 'name' | 'about' | 'level' | 'title' | 'meaning' | 'advice'> & {
  link?: Problem['link'];
  warnings?: Warning[];
  links?: BrokenLink[];
};

export const problem = (given: Given): Problem => ({ link: null, warnings: [], links: [], ...given });
