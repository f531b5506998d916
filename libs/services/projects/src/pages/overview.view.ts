import type { PublicAddresses } from '@hearth/contract-kit';
import type { UserProfile } from '@hearth/identity-contracts';
import { pageLinks, presentPageProject } from '@hearth/pages';
import { presentBasicProject } from '../projects/project.view.js';
import { presentAvatarUrl } from '../avatars/avatar.view.js';
import type { GroupRecord } from '../groups/groups.store.js';
import type { ListedProject } from '../projects/projects.store.js';
import type { Overview } from './overview.facts.js';
import type { OverviewPageData, RowOfPage } from './overview-pages.view.js';

type OverviewOf<Kind extends Overview['kind']> = Extract<Overview, { kind: Kind }>;

/** Project row of a list. */
export function presentRow({ fullPath, name, namespace, description, visibility, archived }: ListedProject): RowOfPage {
  return { path: fullPath, name: `${namespace.fullName} / ${name}`, description, visibility, archived };
}

export function presentOverviewProject(
  { project, access, readme }: OverviewOf<'project'>,
  addresses: PublicAddresses,
): OverviewPageData['project'] {
  const record = presentBasicProject(project, addresses);
  return {
    title: record.name_with_namespace,
    project: presentPageProject(access, 'project'),
    name: project.name,
    description: project.description,
    cloneUrl: record.http_url_to_repo,
    sshUrl: record.ssh_url_to_repo,
    readme,
    avatar: presentAvatarUrl('project', project, ''),
    tags: record.tag_list,
    stars: project.starCount,
    forks: project.forksCount,
    active: record.last_activity_at.slice(0, 10),
  };
}

export function presentOverviewGroup({ group, groups, projects }: OverviewOf<'group'>): OverviewPageData['group'] {
  return {
    title: group.fullName,
    description: group.description,
    visibility: group.visibility,
    avatar: presentAvatarUrl('group', group, ''),
    groups: groups.map(({ name, fullPath, description }) => ({ name, path: fullPath, description })),
    projects: projects.items.map(presentRow),
    pager: pageLinks(projects, `/groups/${group.fullPath}`),
  };
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
