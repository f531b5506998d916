import { v4 } from '@hearth/http';

/** Parameter of destructive forms, which the confirmation page sends. */
export const confirmed = v4.optional(v4.boolean()).transform((given) => given ?? false);

/** Content of the confirmation page of a destructive form. */
export interface Question {
  readonly title: string;
  /** Consequences of the action. */
  readonly text: string;
  readonly button: string;
  /** Path of the page to cancel to. */
  readonly back: string;
  /** Further fields of the form. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
}
