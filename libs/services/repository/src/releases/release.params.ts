import { refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { ReleaseLinkSettings } from '../release-links/release-link.params.js';

const MOST_MILESTONES = 10;

const Name = v4.text({ most: 255 });
const tagName = () => z.string().describe('Tag of the release');

const settings = {
  name: v4.optional(Name).describe('Name of the release; by default the tag'),
  description: v4.optional(v4.text()).describe('Text of the release, in Markdown'),
  milestones: v4
    .optional(v4.list(v4.text(), { most: MOST_MILESTONES }))
    .describe('Titles of milestones of the project or of a group around it'),
  milestone_ids: v4
    .optional(v4.list(v4.integer(), { most: MOST_MILESTONES }))
    .describe('Ids of milestones of the project or of a group around it'),
  released_at: v4.optional(v4.dateTime()).describe('When it was or will be released; by default now'),
};

/** Rendered text is not returned: a client that asks for it would miss it. */
const include_html_description = v4
  .optional(v4.boolean().refine((given) => !given, { error: 'is not supported' }))
  .describe('Not supported');

const order = {
  order_by: v4
    .optional(v4.oneOf(['released_at', 'created_at']))
    .transform((given) => given ?? 'released_at')
    .meta({ description: 'Time to order by', default: 'released_at' }),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])).transform((given) => given ?? 'desc'),
};

export const ReleasesParams = z.object({
  id: v4.project(),
  ...order,
  include_html_description,
  updated_after: refused(),
  updated_before: refused(),
  ...v4.page,
});
export type ReleasesParams = z.output<typeof ReleasesParams>;

/** `tag_name` may be any text. An invalid tag name is not found. */
export const ReleasePageParams = z.object({ id: v4.project(), tag_name: tagName() });
export const ReleaseParams = ReleasePageParams.extend({ include_html_description });
export type ReleaseParams = z.output<typeof ReleaseParams>;

export const DeleteReleaseParams = ReleasePageParams;
export type DeleteReleaseParams = z.output<typeof DeleteReleaseParams>;

/** Whole records have commits, which only the owners of the storages of the projects know. */
export const GroupReleasesParams = z.object({
  id: v4.group(),
  ...order,
  simple: v4
    .boolean()
    .refine((given) => given, { error: 'has to be true' })
    .describe('Only true: records without commits, milestones and assets'),
  ...v4.page,
});
export type GroupReleasesParams = z.output<typeof GroupReleasesParams>;

export const LatestReleaseParams = z.object({ id: v4.project() });
export type LatestReleaseParams = z.output<typeof LatestReleaseParams>;

export const DownloadParams = DeleteReleaseParams.extend({
  filepath: z.string().describe('Path of the file, URL-encoded'),
});
export type DownloadParams = z.output<typeof DownloadParams>;

export const CreateReleaseParams = z.object({
  id: v4.project(),
  tag_name: v4.text().describe('Tag of the release'),
  ref: v4.optional(v4.text()).describe('Branch, tag or commit to put the tag on if it does not exist'),
  tag_message: v4.optional(v4.text()).describe('Message of a new tag; empty: a lightweight one'),
  ...settings,
  assets: v4
    .optional(z.object({ links: v4.optional(v4.list(ReleaseLinkSettings)) }, { error: 'is invalid' }))
    .describe('Links of the release'),
  legacy_catalog_publish: refused(),
});
export type CreateReleaseParams = z.output<typeof CreateReleaseParams>;

export const UpdateReleaseParams = z.object({ id: v4.project(), tag_name: tagName(), ...settings });
export type UpdateReleaseParams = z.output<typeof UpdateReleaseParams>;
