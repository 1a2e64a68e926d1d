/** Tells a reader whose browser runs no scripts why nothing more comes. In the browser it stays empty. */
export const ScriptNote = () => (
  <noscript>
    <p>This part needs JavaScript. Turn it on in your browser, then reload the page.</p>
  </noscript>
);
