import { ReadingPage } from './reading-page.tsx';

const INTRO = 'Stillwater is for people who would like to learn something small, slowly, and keep it.';

/** /about */
export function Page() {
  return (
    <ReadingPage title="About" intro={INTRO} path="/about">
      <h2>Mission</h2>
      <p>
        Most of what asks for your attention is in a hurry. We make short lessons that are not. Each one holds
        a single idea and one thing to try, and then it ends.
      </p>
      <h2>The Ocean-Wave-Droplet method</h2>
      <p>
        An ocean is a broad topic. A wave is a deep dive of about twenty minutes. A droplet is a lesson of
        about one. Droplets make a wave, waves make an ocean, and you may stop after any of them: a minute
        counts.
      </p>
      <h2>The founder</h2>
      <p>
        Stillwater was begun by one person who kept leaving long courses half finished, and noticed that the
        lessons that stayed were about a minute long. They are a learner rather than a doctor or a researcher.
        They still write the lessons, try each one on an ordinary day, and leave out what did not hold.
      </p>
      <h2>What we value</h2>
      <dl>
        <div>
          <dt>Presence</dt>
          <dd>Be where the lesson is, for as long as it lasts.</dd>
        </div>
        <div>
          <dt>Play</dt>
          <dd>Try it badly first. Nothing here is marked.</dd>
        </div>
        <div>
          <dt>Growth</dt>
          <dd>A little, often, and without comparison.</dd>
        </div>
      </dl>
    </ReadingPage>
  );
}
