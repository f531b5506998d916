import { isAllowed, may } from '@hearth/access';
import type { AccessLevel, Caller, Principal, PublicAddresses } from '@hearth/contract-kit';
import type { UserProfile } from '@hearth/identity-contracts';
import { encodedPath, pageLinks, presentPageGroup, presentPageProject } from '@hearth/pages';
import { titleOf } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { CREATE_SUBGROUP, mayCreateProjects } from '../namespaces/creation-level.rules.js';
import { presentBasicProject } from '../projects/project.view.js';
import { presentAvatarUrl } from '../avatars/avatar.view.js';
import type { GroupRecord } from '../groups/groups.store.js';
import type { ImportStatus } from '../projects/project.entity.js';
import type { ListedProject, VisibleProject } from '../projects/projects.store.js';
import type { DefaultBranchFact } from './default-branch.facts.js';
import type { Overview } from './overview.facts.js';
import type { CreationLink, OverviewPageData, RowOfPage } from './overview-pages.view.js';

export const NEW_PROJECT: CreationLink = { text: 'New project', address: '/projects/new' };
export const NEW_GROUP: CreationLink = { text: 'New group', address: '/groups/new' };

type OverviewOf<Kind extends Overview['kind']> = Extract<Overview, { kind: Kind }>;

/** Project row of a list. */
export function presentRow({ fullPath, name, namespace, description, visibility, archived }: ListedProject): RowOfPage {
  return { path: fullPath, name: `${namespace.fullName} / ${name}`, description, visibility, archived };
}

export function presentOverviewProject(
  { project, access, branch, isStarred }: OverviewOf<'project'>,
  caller: PublicAddresses & Pick<Caller, 'principal'>,
): OverviewPageData['project'] {
  const record = presentBasicProject(project, caller);
  return {
    title: record.name_with_namespace,
    project: presentPageProject(access, 'project'),
    name: project.name,
    description: project.description,
    cloneUrl: record.http_url_to_repo,
    sshUrl: record.ssh_url_to_repo,
    readme: branch?.readme ?? null,
    branch: project.defaultBranch === null && may(abilities.pushCode, access, caller.principal) ? 'main' : null,
    ...presentBranch(project, branch),
    avatar: presentAvatarUrl('project', project, ''),
    import: presentImport(project.importStatus),
    actions: {
      star: may(abilities.starProject, access, caller.principal) ? (isStarred ? 'unstar' : 'star') : null,
      fork: may(abilities.forkProject, access, caller.principal),
    },
    tags: record.tag_list,
    stars: project.starCount,
    forks: project.forksCount,
    active: record.last_activity_at.slice(0, 10),
  };
}

function presentBranch(
  { fullPath, defaultBranch, commitCount }: VisibleProject,
  branch: DefaultBranchFact | null,
): Pick<OverviewPageData['project'], 'commit' | 'licence' | 'commits'> {
  if (!branch) return { commit: null, licence: null, commits: null };
  const { commit, pipeline, licence } = branch;
  const at = `/${fullPath}/-`;
  return {
    commit: commit && {
      title: titleOf(commit.message),
      address: `${at}/commit/${commit.id}`,
      author: commit.author.name,
      moment: new Date(commit.committer.seconds * 1000),
      pipeline: pipeline && { status: pipeline.status, address: `${at}/pipelines/${pipeline.id}` },
    },
    licence:
      licence === null ? null : { name: licence, address: `${at}/blob/${encodedPath(`${defaultBranch}/${licence}`)}` },
    commits: { count: commitCount, address: `${at}/commits/${encodedPath(defaultBranch ?? 'HEAD')}` },
  };
}

function presentImport(status: ImportStatus): OverviewPageData['project']['import'] {
  if (status === 'failed') return { failed: true, text: 'The import of the repository has failed.' };
  const runs = status === 'scheduled' || status === 'started';
  return runs ? { failed: false, text: 'The repository is being imported.' } : null;
}

/** @param search text by which its subgroups and projects are filtered */
export function presentOverviewGroup(
  { group, access, groups, projects }: OverviewOf<'group'>,
  caller: Principal | null,
  search: string,
): OverviewPageData['group'] {
  const address = `/groups/${group.fullPath}`;
  return {
    address,
    values: { search },
    title: group.fullName,
    group: presentPageGroup(access, 'group'),
    description: group.description,
    avatar: presentAvatarUrl('group', group, ''),
    creations: caller ? presentCreations(group, access.level, caller) : [],
    groups: groups.map(({ name, fullPath, description }) => ({ name, path: fullPath, description })),
    projects: projects.items.map(presentRow),
    pager: pageLinks(projects, search === '' ? address : `${address}?${new URLSearchParams({ search })}`),
  };
}

function presentCreations(group: GroupRecord, level: AccessLevel, caller: Principal): CreationLink[] {
  const { id, projectCreationLevel, subgroupCreationLevel } = group;
  const subgroups = isAllowed(CREATE_SUBGROUP[subgroupCreationLevel], { level }, caller);
  const projects = mayCreateProjects({ level, projectCreationLevel }, caller);
  return [
    ...(subgroups ? [{ text: 'New subgroup', address: `${NEW_GROUP.address}?parent_id=${id}` }] : []),
    ...(projects ? [{ text: NEW_PROJECT.text, address: `${NEW_PROJECT.address}?namespace_id=${id}` }] : []),
  ];
}

/** Group row in the list of the caller's groups. */
export function presentGroupRow({ fullName, fullPath, description, visibility }: GroupRecord): RowOfPage {
  return { path: `groups/${fullPath}`, name: fullName, description, visibility, archived: false };
}

export function presentOverviewUser({ user, card, projects }: OverviewOf<'user'>): OverviewPageData['user'] {
  const { username, name, state, createdAt } = user;
  return {
    title: name,
    username,
    blocked: state !== 'active',
    since: createdAt.toISOString().slice(0, 10),
    avatar: card?.avatarPath ?? null,
    bio: card?.profile?.bio ?? null,
    facts: card?.profile ? presentProfile(card.profile) : [],
    projects: projects.items.map(presentRow),
    pager: pageLinks(projects, `/${username}`),
  };
}

/** Fields of the user's profile. Only web addresses become links. */
function presentProfile(profile: UserProfile): OverviewPageData['user']['facts'] {
  const { organization, location, websiteUrl, twitter, linkedin, skype } = profile;
  const facts = [
    { label: 'Organization', text: organization },
    { label: 'Location', text: location },
    { label: 'Website', text: websiteUrl, ...(/^https?:\/\//i.test(websiteUrl) && { url: websiteUrl }) },
    { label: 'Twitter', text: twitter },
    { label: 'LinkedIn', text: linkedin },
    { label: 'Skype', text: skype },
  ];
  return facts.flatMap(({ text, ...fact }) => (text ? [{ ...fact, text }] : []));
}
