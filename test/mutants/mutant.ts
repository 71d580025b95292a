/** A deliberately broken line of the product, and the tests that must notice it. */
export interface Mutant {
  file: string;
  /** Text that occurs once in the file. */
  find: string;
  replace: string;
  /** Guarantee that no longer holds. */
  breaks: string;
  tests: string[];
}
