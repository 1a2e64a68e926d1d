import type { Db } from '#platform/database/open.ts';
import { hasStaffRole } from '../session/roles.ts';

/** Names that members would believe to be the site's staff. */
const RESERVED = ['admin', 'administrator', 'moderator', 'root', 'staff', 'stillwater', 'support', 'system'];

/**
 * Letters that look like small letters of English, by the Unicode table of confusable characters (UTS 39):
 * Cyrillic, Greek, Armenian, one Hebrew, and Latin variants that are no accented letters.
 */
const CONFUSABLE: Record<string, string> = Object.fromEntries(
  Object.entries({
    a: 'аαɑ',
    b: 'ьƅ',
    c: 'сϲ',
    d: 'ԁɗժ',
    e: 'еҽєε',
    f: 'ғք',
    g: 'ցɡ',
    h: 'һհ',
    i: 'іιıɩӏ',
    j: 'јϳ',
    k: 'кκ',
    l: 'ⅼו',
    m: 'мμ',
    n: 'пոηɴ',
    o: 'оοօσө',
    p: 'рρ',
    q: 'ԛզ',
    r: 'гʀꭇ',
    s: 'ѕƽꜱ',
    t: 'тτ',
    u: 'υսцʋ',
    v: 'νѵ',
    w: 'ԝωшա',
    x: 'хχ',
    y: 'уγү',
    z: 'ᴢʐ',
  }).flatMap(([latin, others]) => [...others].map((letter) => [letter, latin])),
);

/** Returns the Latin letters that a name looks like, without accents, separators and invisible characters. */
const looksLike = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => CONFUSABLE[letter] ?? letter)
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .join('');

/**
 * Whether a name uses look-alike letters to resemble the site's reserved names, or the name of an
 * administrator or editor.
 */
export async function imitatesStaff(db: Db, username: string): Promise<boolean> {
  if (/^[\x20-\x7e]*$/.test(username)) return false;
  const shape = looksLike(username);
  if (RESERVED.includes(shape)) return true;
  const staff = await db
    .selectFrom('users')
    .select('username')
    .where(hasStaffRole('admin', 'users'))
    .unionAll(db.selectFrom('users').select('username').where(hasStaffRole('editor', 'users')))
    .execute();
  return staff.some(({ username: name }) => looksLike(name) === shape);
}
