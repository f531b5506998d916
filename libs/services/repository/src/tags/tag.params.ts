import { v4 } from '@hearth/http';
import { z } from 'zod';

export const TagsParams = z.object({
  id: v4.project(),
  order_by: v4.optional(v4.oneOf(['name', 'updated'])).transform((given) => given ?? 'updated'),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])).transform((given) => given ?? 'desc'),
  search: v4
    .optional(v4.text())
    .describe('Only names with this text; `^text` and `text$` match the beginning and the end'),
  ...v4.page,
});
export type TagsParams = z.output<typeof TagsParams>;

/** `tag_name` may be any text. An invalid tag name is not found. */
export const TagParams = z.object({ id: v4.project(), tag_name: z.string() });
export type TagParams = z.output<typeof TagParams>;

export const CreateTagParams = z.object({
  id: v4.project(),
  tag_name: v4.text(),
  ref: v4.text(),
  /** Message of an annotated tag; without it, the tag is a lightweight one. */
  message: v4.optional(v4.text()),
  release_description: v4.optional(v4.text()),
});
export type CreateTagParams = z.output<typeof CreateTagParams>;

export const TagReleaseParams = z.object({ id: v4.project(), tag_name: z.string(), description: v4.text() });
export type TagReleaseParams = z.output<typeof TagReleaseParams>;
