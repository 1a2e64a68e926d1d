/* Files that are no scripts, as the bundler hands them over. */

declare module '*.css';

declare module '*.module.css' {
  /** The generated name of each class of the sheet. test/styles.test.ts checks that the class exists. */
  const classes: { readonly [name: string]: string };
  export = classes;
}

declare module '*?raw' {
  const text: string;
  export default text;
}
