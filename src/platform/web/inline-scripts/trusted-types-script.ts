/**
 * Returns the script that defines the `default` policy of trusted types, the only one allowed by the content
 * security policy. It accepts HTML without an element; React's empty script element, with which React
 * recreates the document after an extension has changed it before hydration; and scripts and workers of the
 * build. Browsers without trusted types skip it.
 */
export const trustedTypesScript = (): string =>
  [
    `self.trustedTypes&&trustedTypes.createPolicy('default',{`,
    // Escaped, because the end tag would end this script.
    `createHTML:function(h){return h.indexOf('<')<0||h=='<script>\\x3c/script>'?h:null},`,
    `createScriptURL:function(u){var a=new URL(u,location);return a.origin==location.origin&&`,
    `/^\\/(assets\\/.+|service-worker)\\.js$/.test(a.pathname)?u:null}});`,
  ].join('');
