import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { MilestoneView, presentMilestone } from '@hearth/projects-contracts';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import { z } from 'zod';
import { ReleaseLinkView, presentReleaseLink } from '../release-links/release-link.view.js';
import { releaseAddress, releasePageAddress, type ReleasePlace } from './release-address.js';
import type { ReleaseFact } from './releases.facts.js';
import type { Release } from './releases.store.js';

const FORMATS = ['zip', 'tar.gz', 'tar.bz2', 'tar'] as const;

export const SimpleReleaseView = z.strictObject({
  tag_name: z.string().describe('Tag of the release'),
  name: z.string().describe('Name of the release; the tag where none was given'),
  description: z.string().describe('Text of the release, in Markdown'),
  created_at: z.iso.datetime(),
  released_at: z.iso.datetime().describe('When it was or will be released'),
  upcoming_release: z.boolean().describe('Whether `released_at` is in the future'),
});
export type SimpleReleaseView = z.output<typeof SimpleReleaseView>;

export const ReleaseView = SimpleReleaseView.extend({
  author: UserBasicView.nullable().describe('User who created the release; null where it was not stored'),
  commit: CommitView.nullable().describe('Commit of the tag; null for a tag of something else'),
  milestones: z.array(MilestoneView).describe('Milestones of the release'),
  assets: z
    .strictObject({
      count: z.int().describe('Number of archives and links'),
      sources: z
        .array(
          z.strictObject({
            format: z.enum(FORMATS).describe('Format of the archive'),
            url: z.string().describe('Address of the archive'),
          }),
        )
        .describe('Archives of the files of the tag'),
      links: z.array(ReleaseLinkView).describe('Links, the newest first'),
    })
    .describe('What belongs to the release'),
  _links: z.strictObject({ self: z.string() }),
});
export type ReleaseView = z.output<typeof ReleaseView>;

/** @param now decides whether the release is an upcoming one */
export function presentSimpleRelease(release: Release, now: Date): SimpleReleaseView {
  const { tag, name, description, createdAt, releasedAt } = release;
  return {
    tag_name: tag,
    name,
    description,
    created_at: createdAt.toISOString(),
    released_at: releasedAt.toISOString(),
    upcoming_release: releasedAt > now,
  };
}

/** @param now decides whether the release is an upcoming one */
export function presentRelease(fact: ReleaseFact, place: ReleasePlace, now: Date): ReleaseView {
  const { release, author, commit, milestones } = fact;
  const { tag, links } = release;
  const archive = `${place.baseUrl}/api/v4/projects/${place.projectId}/repository/archive`;
  const sources = FORMATS.map((format) => ({ format, url: `${archive}.${format}?sha=${encodeURIComponent(tag)}` }));
  return {
    ...presentSimpleRelease(release, now),
    author: author && presentUserBasic(author, place.baseUrl),
    commit: commit && presentCommit(commit),
    milestones: milestones.map(presentMilestone),
    assets: {
      count: sources.length + links.length,
      sources,
      links: links.map((link) => presentReleaseLink(link, releaseAddress(place, tag))),
    },
    _links: { self: releasePageAddress(`${place.baseUrl}/${place.fullPath}`, tag) },
  };
}
