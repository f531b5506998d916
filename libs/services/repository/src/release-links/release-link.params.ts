import { atLeastOneOf, v4 } from '@hearth/http';
import { z } from 'zod';
import { LINK_TYPES, type LinkSettings } from './release-link.rules.js';

const fields = {
  name: v4.text().describe('Name of the link, which no other link of the release has'),
  url: v4.text().describe('Address of the link: http, https or ftp'),
  direct_asset_path: v4.optional(v4.text()).describe('Path of the file below the downloads of the release'),
  filepath: v4.optional(v4.text()).describe('The same as `direct_asset_path`'),
  link_type: v4.optional(v4.oneOf(LINK_TYPES)).describe('Kind of the link: other, runbook, image or package'),
};

/** A link of a new release. */
export const ReleaseLinkSettings = z.object(fields);

const release = { id: v4.project(), tag_name: z.string().describe('Tag of the release') };

/** Parameters of all endpoints of links. */
export const OfReleaseParams = z.object(release);

export const ReleaseLinksParams = z.object({ ...release, ...v4.page });
export type ReleaseLinksParams = z.output<typeof ReleaseLinksParams>;

export const ReleaseLinkParams = z.object({ ...release, link_id: v4.id().describe('Id of the link') });
export type ReleaseLinkParams = z.output<typeof ReleaseLinkParams>;

export const CreateReleaseLinkParams = z.object({ ...release, ...fields });
export type CreateReleaseLinkParams = z.output<typeof CreateReleaseLinkParams>;

export const UpdateReleaseLinkParams = atLeastOneOf(
  z.object({
    ...release,
    link_id: v4.id().describe('Id of the link'),
    ...fields,
    name: v4.optional(fields.name),
    url: v4.optional(fields.url),
  }),
  'name',
  'url',
);
export type UpdateReleaseLinkParams = z.output<typeof UpdateReleaseLinkParams>;

/** Returns the settings of a new link. */
export function linkSettings(given: z.output<typeof ReleaseLinkSettings>): LinkSettings {
  const { name, url, direct_asset_path: path, filepath = null, link_type: linkType = 'other' } = given;
  return { name, url, filepath: path ?? filepath, linkType };
}
