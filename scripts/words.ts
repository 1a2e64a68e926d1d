import { readTexts } from './words/read-texts.ts';

/* npm run words: prints every text of the interface, the mails and the API with its file and line. */

const texts = readTexts();
let file = '';
for (const text of texts) {
  if (text.file !== file) console.log(`\n${text.file}`);
  file = text.file;
  console.log(`${String(text.line).padStart(5)}  ${text.text}`);
}
console.log(`\n${texts.length} texts in ${new Set(texts.map((text) => text.file)).size} files`);
