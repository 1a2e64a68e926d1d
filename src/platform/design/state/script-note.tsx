/** A note for browsers without scripts. Empty in other browsers. */
export const ScriptNote = () => (
  <noscript>
    <p>This part needs JavaScript. Turn it on in your browser, then reload the page.</p>
  </noscript>
);
