import { isUsable, may, type Ability } from '@hearth/access';
import { AccessLevel, type ProjectAccess, type ProjectFeature } from '@hearth/contract-kit';
import { encodedPath } from './encoded-path.js';

/** Section of a navigation. */
export interface PageSection {
  readonly name: string;
  readonly address: string;
  readonly current: boolean;
}

/** The project of a page, for the templates of its frame: `layout('@project-frame')`. */
export interface PageProject {
  readonly fullPath: string;
  readonly name: string;
  /** Address of its pages, without a slash at the end. */
  readonly address: string;
  readonly visibility: string;
  readonly archived: boolean;
  readonly defaultBranch: string | null;
  /** The groups or the user above it, the outermost first. */
  readonly above: readonly { readonly name: string; readonly address: string }[];
  readonly sections: readonly PageSection[];
  /** Whether its repository is open to the caller. */
  readonly hasRepository: boolean;
  /** Whether the caller may use its pipelines. */
  readonly hasPipelines: boolean;
  /** Whether the caller may use its merge requests. */
  readonly hasMergeRequests: boolean;
}

interface Section {
  readonly name: string;
  readonly feature?: ProjectFeature;
  /** Of its callers; the pages check theirs. */
  readonly ability?: Ability;
  /** Path below the project's address. */
  readonly path: (defaultBranch: string) => string;
}

/** The sections of a project, in the order of its navigation. */
const SECTIONS = {
  project: { name: 'Project', path: () => '' },
  activity: { name: 'Activity', path: () => '/-/activity' },
  files: { name: 'Files', feature: 'repository', path: (branch) => `/-/tree/${encodedPath(branch)}` },
  commits: { name: 'Commits', feature: 'repository', path: (branch) => `/-/commits/${encodedPath(branch)}` },
  branches: { name: 'Branches', feature: 'repository', path: () => '/-/branches' },
  tags: { name: 'Tags', feature: 'repository', path: () => '/-/tags' },
  issues: { name: 'Issues', feature: 'issues', path: () => '/-/issues' },
  milestones: { name: 'Milestones', path: () => '/-/milestones' },
  labels: { name: 'Labels', path: () => '/-/labels' },
  snippets: { name: 'Snippets', feature: 'snippets', path: () => '/-/snippets' },
  'merge-requests': { name: 'Merge requests', feature: 'mergeRequests', path: () => '/-/merge_requests' },
  pipelines: { name: 'Pipelines', feature: 'builds', path: () => '/-/pipelines' },
  search: { name: 'Search', path: () => '/-/search' },
  members: { name: 'Members', path: () => '/-/project_members' },
  settings: {
    ...{ name: 'Settings', path: () => '/-/edit' },
    ability: { name: 'admin_project', from: AccessLevel.master },
  },
} satisfies Readonly<Record<string, Section>> as Readonly<Record<ProjectSection, Section>>;

export type ProjectSection =
  | 'project'
  | 'activity'
  | 'files'
  | 'commits'
  | 'branches'
  | 'tags'
  | 'issues'
  | 'milestones'
  | 'labels'
  | 'snippets'
  | 'merge-requests'
  | 'pipelines'
  | 'search'
  | 'members'
  | 'settings';

/** @param current the section of the page */
export function presentPageProject(access: ProjectAccess, current: ProjectSection): PageProject {
  const { project, level } = access;
  const { fullPath, visibility, archived, defaultBranch, features } = project;
  const names = fullPath.split('/');
  const address = `/${fullPath}`;
  const sections = Object.entries(SECTIONS).flatMap(([key, section]) => {
    const shown =
      (section.feature === undefined || isUsable(section.feature, { features, level })) &&
      (section.ability === undefined || may(section.ability, access, null));
    const path = section.path(defaultBranch ?? 'HEAD');
    return shown ? [{ name: section.name, address: `${address}${path}`, current: key === current }] : [];
  });
  const above = names.slice(0, -1).map((name, index) => ({ name, address: `/${names.slice(0, index + 1).join('/')}` }));
  const hasRepository = isUsable('repository', { features, level });
  return {
    fullPath,
    name: names.at(-1)!,
    address,
    visibility,
    archived,
    defaultBranch,
    above,
    sections,
    hasRepository,
    hasPipelines: isUsable('builds', { features, level }),
    hasMergeRequests: isUsable('mergeRequests', { features, level }),
  };
}

/** Pages of a project's settings, as far as their features are open to the caller. */
export function projectSettingsMenu(
  { address, hasRepository, hasPipelines }: PageProject,
  current: string,
): PageSection[] {
  const rules = [
    { name: 'Protected branches', path: '/-/protected_branches' },
    { name: 'Protected tags', path: '/-/protected_tags' },
  ];
  const pipelines = [
    { name: 'Variables', path: '/-/variables' },
    { name: 'Triggers', path: '/-/triggers' },
  ];
  return [
    { name: 'General', path: '/-/edit' },
    ...(hasRepository ? rules : []),
    { name: 'Deploy keys', path: '/-/deploy_keys' },
    ...(hasPipelines ? pipelines : []),
    { name: 'Runners', path: '/-/runners' },
    { name: 'Access tokens', path: '/-/settings/access_tokens' },
    { name: 'Deploy tokens', path: '/-/deploy_tokens' },
    { name: 'Webhooks', path: '/-/hooks' },
  ].map(({ name, path }) => ({ name, address: `${address}${path}`, current: path === current }));
}
