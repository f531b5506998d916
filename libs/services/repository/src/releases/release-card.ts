import type { ReleaseCard } from '@hearth/repository-contracts';
import type { Release } from './releases.store.js';

/** Messages of the bus are small. */
const MOST_DESCRIPTION = 32_768;

/** Returns the release as its events have it. */
export function releaseCard({ id, tag, name, description, authorId, milestoneIds, ...release }: Release): ReleaseCard {
  return {
    ...{ id, tag, name, authorId, milestoneIds },
    description: description.slice(0, MOST_DESCRIPTION),
    createdAt: release.createdAt.toISOString(),
    releasedAt: release.releasedAt.toISOString(),
    links: release.links.map((link) => ({ id: link.id, name: link.name, url: link.url, linkType: link.linkType })),
  };
}
