import { writeWebVtt } from '#platform/text/captions/write-webvtt.ts';
import { refuseFile } from '../refuse-file.ts';
import { findVttProblem } from './find-vtt-problem.ts';
import { hasSrtTimes, parseSrt } from './parse-srt.ts';
import { resolveReferences } from './resolve-references.ts';

const NOT_UTF_8 = 'This file is not in UTF-8. Save it again with the encoding UTF-8.';
const SIGNATURE = /^WEBVTT(?:[ \t\r\n]|$)/;

/**
 * Returns the WebVTT of an uploaded captions file. A WebVTT file only loses references that the player does
 * not know; a SubRip file (SRT) is converted. Throws 400 with the problem and its line.
 */
export function readCaptions(bytes: Uint8Array): string {
  const { text, isUtf8 } = decode(bytes);
  if (SIGNATURE.test(text)) {
    // WebVTT allows no other encoding: browsers would show wrong letters.
    const problem = isUtf8 ? findVttProblem(text) : NOT_UTF_8;
    if (problem) throw refuseFile(problem);
    return resolveReferences(text);
  }
  if (!hasSrtTimes(text))
    throw refuseFile(
      'This is no captions file. A WebVTT file begins with WEBVTT; ' +
        'a SubRip file (SRT) has times such as 00:00:01,000 --> 00:00:04,000.',
    );
  const vtt = writeWebVtt(parseSrt(text));
  const problem = findVttProblem(vtt);
  if (problem) throw refuseFile(problem);
  return vtt;
}

/**
 * Letters beyond a to z of the languages in Windows-1252, with those of loanwords: French, German, Dutch,
 * Spanish and Catalan, Portuguese, Italian, Scandinavian, Icelandic, Estonian and Finnish.
 */
const ALPHABETS = [
  'àâäæçèéêëîïñôöœùûüÿ',
  'ßàáäçèéêëîïñôöü',
  'àáäçèéêëíïñóôöúûü',
  'àáçèéíïñòóúü',
  'àáâãçéêíñóôõúü',
  'àèéìíîòóùú',
  'äåæèéöøü',
  'áæðéíóöøúýþ',
  'äåéõöüšž',
];

/**
 * Decodes a text of unknown encoding. A byte order mark decides; without one, valid UTF-8 is UTF-8, text with
 * every second byte null (as in Latin text) is UTF-16, and the rest is Windows-1252. Throws 400 for other
 * alphabets, because their old encodings give the same bytes different letters.
 */
function decode(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  const [first, second] = bytes;
  const as = (encoding: string) => ({ text: new TextDecoder(encoding).decode(bytes), isUtf8: false });
  if (first === 0xff && second === 0xfe) return as('utf-16le');
  if (first === 0xfe && second === 0xff) return as('utf-16be');
  if (bytes.includes(0)) {
    if (first === 0 && second !== 0) return as('utf-16be');
    if (first !== 0 && second === 0) return as('utf-16le');
    throw refuseFile(NOT_UTF_8);
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true };
  } catch {
    const { text, isUtf8 } = as('windows-1252');
    if (!isWestern(text.toLowerCase())) throw refuseFile(NOT_UTF_8);
    return { text, isUtf8 };
  }
}

/**
 * Tells whether a text decoded as Windows-1252 is in one of that encoding's languages. Czech or Polish gives
 * other letters.
 */
function isWestern(text: string): boolean {
  const letters = text.match(/[ß-öø-ÿœšž]/g) ?? [];
  return (
    letters.length <= (text.match(/[a-z]/g)?.length ?? 0) &&
    // Polish ą, ł and ż, and other letters of Central Europe, decode to signs within words.
    !/[a-zß-ÿ][±³µ¶¹º¼¾¿]+[a-zß-ÿ]/.test(text) &&
    ALPHABETS.some((alphabet) => letters.every((letter) => alphabet.includes(letter)))
  );
}
