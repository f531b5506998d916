import { v4 } from '@hearth/http';

/** Parameters of a page with a diff. */
export const diffParams = {
  view: v4
    .optional(v4.oneOf(['inline', 'parallel']))
    .catch(undefined)
    .transform((given) => given ?? 'inline'),
  /** Whether changes of whitespace are ignored. */
  w: v4
    .optional(v4.boolean())
    .catch(undefined)
    .transform((given) => given ?? false),
};

/** Way in which a diff is shown. */
export interface DiffOptions {
  readonly view: 'inline' | 'parallel';
  readonly w: boolean;
}
