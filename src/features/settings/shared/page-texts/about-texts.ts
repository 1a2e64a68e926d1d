import { unwrap } from './unwrap.ts';

/** The texts of the About page. Markup: rich-text.ts. */
export const ABOUT_TEXTS = {
  'about.intro': '{title} helps you learn small things at your own pace.',
  'about.text': unwrap(`
## Mission

Most things that want your attention are in a hurry. Our lessons are short and unhurried. Each one has a
single idea and one thing to try.

## The Ocean-Wave-Droplet method

An ocean is a broad topic. A wave is a 20-minute deep dive into part of it. A droplet is a 1-minute lesson.
You can stop after any droplet: every minute counts.`),
  'about.founder': unwrap(`
## The founder

{title} was started by one person who never finished long courses, and who noticed that the lessons they
remembered were about a minute long. The founder is a learner, not a doctor or a researcher. They write the
lessons, try each one on an ordinary day, and keep only the ones that help.`),
  'about.values': unwrap(`
## What we value

- **Presence**: Give one minute your full attention.
- **Play**: Try things out. Nothing here is graded.
- **Growth**: Learn a little, often, without comparing yourself to anyone.`),
} as const;
