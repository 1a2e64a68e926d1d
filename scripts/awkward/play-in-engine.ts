import type { EngineName } from '../../e2e/engines/drivers/driver.ts';
import { openDriver } from '../../e2e/engines/drivers/open-driver.ts';
import { Reader } from '../../e2e/engines/reader.ts';

/** Opens and plays each lesson in one browser. Yields those that did not play. */
export async function* playInEngine(
  engine: EngineName,
  url: string,
  lessons: readonly { id: number; name: string }[],
): AsyncGenerator<string> {
  const driver = await openDriver(engine);
  try {
    const reader = new Reader(await driver.newTab(), url);
    await reader.resize({ width: 390, height: 844 });
    await reader.enter();
    for (const { id, name } of lessons) {
      try {
        await reader.open(`/droplets/${id}`);
        await reader.press('button', /^Play .+/);
        await reader.until(`${name} plays`, () => {
          // A film of a second may end before this check.
          if (document.querySelector('[data-part=lesson-end]')) return true;
          const medium = document.querySelector<HTMLMediaElement>('[data-part=player] :is(video, audio)');
          const shows = !(medium instanceof HTMLVideoElement) || medium.videoWidth > 0;
          return medium && shows && !medium.error && (medium.currentTime > 0.2 || medium.ended);
        });
      } catch (error) {
        yield `${name}: ${error instanceof Error ? error.message : error}`;
      }
    }
    console.log(`${engine}: ${lessons.length} lessons were opened and played`);
  } finally {
    await driver.close();
  }
}
