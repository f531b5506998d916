import { z } from 'zod';
import { downloadAddress } from '../releases/release-address.js';
import { LINK_TYPES, type ReleaseLink } from './release-link.rules.js';

export const ReleaseLinkView = z.strictObject({
  id: z.int(),
  name: z.string().describe('Name of the link'),
  url: z.string().describe('Address of the link'),
  direct_asset_url: z
    .string()
    .describe('Address below the release that redirects to the link; the link itself without a path'),
  link_type: z.enum(LINK_TYPES).describe('Kind of the link'),
});
export type ReleaseLinkView = z.output<typeof ReleaseLinkView>;

/** @param release address of the release in the API */
export function presentReleaseLink(
  { id, name, url, filepath, linkType }: ReleaseLink,
  release: string,
): ReleaseLinkView {
  const direct = filepath === null ? url : downloadAddress(release, filepath);
  return { id, name, url, direct_asset_url: direct, link_type: linkType };
}
