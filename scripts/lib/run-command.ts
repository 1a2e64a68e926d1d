import { keepNewFilesPrivate } from '#app/start/private-files.ts';

/** Runs a command. Prints an error as its last line, and then exits with 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  keepNewFilesPrivate();
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
