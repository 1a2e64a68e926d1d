/** Says how far something has come: a line for every twentieth part, and for every new thing that is done. */
export function progressLines(say: (line: string) => void = console.log) {
  let last = '';
  return (doing: string, done: number, total: number): void => {
    const percent = total === 0 ? 100 : Math.floor((20 * done) / total) * 5;
    if (`${doing} ${percent}` === last) return;
    last = `${doing} ${percent}`;
    say(`${String(percent).padStart(3)} %  ${doing}: ${done} of ${total}`);
  };
}
