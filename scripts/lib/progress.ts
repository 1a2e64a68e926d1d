/** Prints progress: a line per 5 percent, and one when the subject changes. */
export function progressLines(say: (line: string) => void = console.log) {
  let last = '';
  return (doing: string, done: number, total: number): void => {
    const percent = total === 0 ? 100 : Math.floor((20 * done) / total) * 5;
    if (`${doing} ${percent}` === last) return;
    last = `${doing} ${percent}`;
    say(`${String(percent).padStart(3)} %  ${doing}: ${done} of ${total}`);
  };
}
