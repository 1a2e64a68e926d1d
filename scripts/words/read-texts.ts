import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InterfaceText, interfaceTexts } from './interface-texts.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Files whose texts no user reads: tests, migrations, refused passwords, the design's showcase. */
const LEFT_OUT = /\.(test|fixture)\.tsx?$|\.d\.ts$|\/(showcase|migrations|server-tests)\/|common-passwords/;

type TextInFile = InterfaceText & { file: string };

/** Returns every text of the interface, the mails and the API, in the order of the files. */
export function readTexts(): TextInFile[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(tsx?|html)$/.test(name) && !LEFT_OUT.test(name))
    .sort();
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const texts = file.endsWith('.html') ? textsOfPage(source) : interfaceTexts(file, source);
    return texts.map((text) => ({ file, ...text }));
  });
}

/** Returns the texts between the tags of an HTML page. */
function textsOfPage(source: string): InterfaceText[] {
  const bare = source.replace(/<(style|script|svg)\b[\s\S]*?<\/\1>/g, (block) =>
    block.replace(/[^\n]/g, ' '),
  );
  return [...bare.matchAll(/>([^<>]+)</g)].flatMap(({ index, 1: content = '' }) => {
    const text = content.replace(/\s+/g, ' ').trim();
    const start = index + 1 + content.search(/\S/);
    return text === '' ? [] : [{ line: bare.slice(0, start).split('\n').length, text }];
  });
}
