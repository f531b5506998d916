import type { Principal, UserId } from './principal.js';
import type { ProjectCard } from './project-card.js';

/** Properties of a new, empty project without members, as the projects service answers them; specs add what names it. */
export const SAMPLE_CARD: Omit<ProjectCard, 'id' | 'fullPath'> = {
  namespaceId: 1,
  visibility: 'private',
  archived: false,
  defaultBranch: null,
  features: {
    issues: 'enabled',
    mergeRequests: 'enabled',
    snippets: 'enabled',
    builds: 'enabled',
    repository: 'enabled',
    wiki: 'enabled',
  },
  forkedFromId: null,
  forkNetworkId: 1 as ProjectCard['id'],
  importing: false,
  onlyAllowMergeIfPipelineSucceeds: false,
  onlyAllowMergeIfAllDiscussionsAreResolved: false,
  mergeMethod: 'merge',
  squashOption: 'default_off',
  resolveOutdatedDiffDiscussions: false,
  printingMergeRequestLinkEnabled: true,
  sharedRunnersEnabled: true,
  publicJobs: true,
  ciConfigPath: null,
  repositorySizeLimit: null,
};

/** User as the edge passes one on. */
export function user(id: number, overrides: Partial<Omit<Principal, 'userId'>> = {}): Principal {
  return {
    userId: id as UserId,
    username: `user-${id}`,
    name: `User ${id}`,
    email: `user-${id}@example.com`,
    admin: false,
    external: false,
    projectsLimit: 100_000,
    credential: { kind: 'personal', tokenId: id, scopes: ['api'] },
    ...overrides,
  };
}
