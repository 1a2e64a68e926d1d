/* Files other than scripts, in the bundler's form. */

declare module '*.css';

declare module '*.module.css' {
  /** The generated names of the sheet's classes. test/styles.test.ts checks that the used ones exist. */
  const classes: { readonly [name: string]: string };
  export = classes;
}

declare module '*?raw' {
  const text: string;
  export default text;
}
