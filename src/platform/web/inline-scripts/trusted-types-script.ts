/**
 * Returns the script that makes the `default` policy of trusted types, the only one that the content security
 * policy allows. It lets two things pass: HTML without an element, or with the empty script element of React,
 * which creates the document anew when an extension has changed it before hydration; and scripts and workers
 * of the build. Browsers without trusted types skip it.
 */
export const trustedTypesScript = (): string =>
  [
    `self.trustedTypes&&trustedTypes.createPolicy('default',{`,
    // Escaped: the end tag would end this script.
    `createHTML:function(h){return h.indexOf('<')<0||h=='<script>\\x3c/script>'?h:null},`,
    `createScriptURL:function(u){var a=new URL(u,location);return a.origin==location.origin&&`,
    `/^\\/(assets\\/.+|service-worker)\\.js$/.test(a.pathname)?u:null}});`,
  ].join('');
