/** One line that breaks a row of the specification. The text to find must be in its file exactly once. */
export interface Mutation {
  row: string;
  /** What a customer or an admin would notice. */
  effect: string;
  file: string;
  find: string;
  replace: string;
  /** Which tests must notice it: those over HTTP, or those in the browser. */
  project: 'server' | 'e2e';
}
