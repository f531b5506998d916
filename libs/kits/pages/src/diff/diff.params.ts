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
  /** The only file that is shown, by its anchor. */
  file: v4.optional(v4.text({ most: 40 }).refine((text) => /^[0-9a-f]{40}$/.test(text))).catch(undefined),
};

/** Way in which a diff is shown. */
export interface DiffOptions {
  readonly view: 'inline' | 'parallel';
  readonly w: boolean;
  readonly file?: string | undefined;
}
