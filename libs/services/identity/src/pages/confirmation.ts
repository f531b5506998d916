import { v4 } from '@hearth/http';

/** Parameter of forms that take something away: the page that asks once more sends it. */
export const confirmed = v4.optional(v4.boolean()).transform((given) => given ?? false);

/** What a page asks before something is taken away. */
export interface Question {
  readonly title: string;
  /** What becomes of it. */
  readonly text: string;
  readonly button: string;
  /** The path of the page where nothing is taken away. */
  readonly back: string;
  /** Other fields of the form. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
}
