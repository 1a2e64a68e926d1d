const begun = performance.now();

/** Prints progress to standard error, because standard output contains only the tables. */
export function say(line: string): void {
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`);
}
