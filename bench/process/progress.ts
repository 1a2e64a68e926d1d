const begun = performance.now();

/** Says on standard error what is being measured, so that standard output holds the tables alone. */
export function say(line: string): void {
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`);
}
