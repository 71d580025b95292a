/** A line of the product broken on purpose, and the tests that must notice. */
export interface Mutant {
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** What is no longer guaranteed. */
  breaks: string;
  tests: string[];
}
