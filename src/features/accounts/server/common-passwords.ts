import { caseless } from '#platform/database/caseless.ts';

/**
 * The words that the commonest passwords are made of, in lower case. With digits and signs put around them, letters
 * swapped for look-alikes, or written twice, they are still what is guessed first.
 */
const WORDS = new Set(
  `
a aa aaa ab abc abcd abcde abcdef abcdefg abcdefgh abcabc access account action admin administrator adobe airforce
alexander alexis amanda america american andrea andrew angel angela angels anthony apple apples april arsenal asd asdf
asdfg asdfgh asdfghj asdfghjk asdfghjkl ashley august austin autumn azerty babygirl bailey barcelona baseball basketball
batman beautiful berlin blink bonjour brandon buster butterfly canada carlos caroline cassie champion changeit changeme
charles charlie cheese chelsea chester chicago chicken chocolate christian computer connect cookie corona cowboys
crystal dallas daniel david december default diamond dolphin donald dragon eagles edward elephant elizabeth england
eminem emily family february ferrari fiona flower football forever france freedom friday friend friends fuckyou
gabriel garfield general george germany ginger golden google guest hannah happy harley hello hellohello helloworld
heather hockey hola hunter icecream iloveu iloveyou infinity internet jackson january jasmine jasper jennifer jessica
jesus johnson jonathan jordan joseph joshua july june junior justin killer king kitty lakers letmein liverpool login london
lovely loveme loveyou maggie manager manchester march marina marley marlboro martin master matrix matthew maverick
melissa mercedes merlin michael michelle midnight miller minecraft mnbvcxz monday monica monkey monster morgan mother
motorola mustang mylove naruto natalie newyork nicholas nicole nintendo nothing november october oliver olivia
orange pa pass passcode passe passion passord passwd password passwort patrick peanut pepper phoenix player please
pokemon porsche prince princess purple q qaz qazwsx qazwsxedc qwaszx qwe qweasd qweasdzxc qwer qwert qwerty qwertyui
qwertyuiop qwertz rachel rainbow ranger realmadrid rebecca richard robert rockyou root samantha samsung saturday
scooby scorpion secret secure security september shadow silver simple slipknot snoopy snowball soccer sophie spiderman
spring starwars stella steven summer sunday sunflower sunshine super superman superstar sydney system temp temporary test
tester testing testtest thomas thunder thursday tigger tinkerbell trustno tuesday tweety united user vanessa victoria
victory wednesday welcome welcomeback whatever william willow winner winter wizard xbox yankees yellow zaq zaqxsw
zxc zxcv zxcvb zxcvbn zxcvbnm
`
    .trim()
    .split(/\s+/),
);

/** Walks over the keyboard that mix letters and digits. */
const WALKS = new Set(
  `
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsx zaq1zaq1
zaq1xsw2 qaz123wsx qwe123qwe 123qweasd 123qwe123 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 abc123abc 1a2b3c4d 1a2b3c4d5e z1x2c3v4
asd123asd 12qwaszx qwer1234asdf 123abc123
`
    .trim()
    .split(/\s+/),
);

const LOOK_ALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const lookAlikesUndone = (text: string) => text.replace(/[0134578@$!]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
const coreOf = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Whether a password is among the first that anybody would try, or is the account's own name or address. */
export function isCommonPassword(
  password: string,
  account: { username?: string | null; email?: string | null },
): boolean {
  const plain = caseless(password);
  const own = [account.username, account.email, account.email?.split('@')[0]];
  if (own.some((name) => name && caseless(name) === plain)) return true;
  if (WALKS.has(plain)) return true;
  const cores = [coreOf(plain), coreOf(lookAlikesUndone(coreOf(plain))), coreOf(lookAlikesUndone(plain))];
  // Two letters say little by themselves: what makes `Aa123456` common is its digits.
  const plainDigits = /12345|(\d)\1{4}/.test(plain);
  return cores.some((core) => {
    if (core.length < 4) return WORDS.has(core) && plainDigits;
    const half = core.slice(0, core.length / 2);
    return WORDS.has(core) || /^(.)\1*$/u.test(core) || (half + half === core && WORDS.has(half));
  });
}
