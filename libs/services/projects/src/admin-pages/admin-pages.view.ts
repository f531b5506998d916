import type { Visibility } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, presentSize, type PageLinks, type SelectOptions } from '@hearth/pages';
import type { ApplicationStatistics } from '../application-statistics/application-statistics.facts.js';
import { presentApplicationStatistics } from '../application-statistics/application-statistics.view.js';
import type { ProjectSort } from '../explore-pages/explore-page.params.js';
import { SORT_OPTIONS } from '../explore-pages/explore-pages.view.js';
import type { GroupRecord } from '../groups/groups.store.js';
import type { ListedProject } from '../projects/projects.store.js';
import type { AdminListState } from './admin-page.params.js';

const PROJECTS = '/admin/projects';
const GROUPS = '/admin/groups';
const STATE_OPTIONS: SelectOptions = Object.entries({
  all: 'All projects',
  active: 'Without archived ones',
  archived: 'Archived only',
} satisfies Record<AdminListState, string>);

interface ProjectListFilters {
  readonly search: string;
  readonly sort: ProjectSort;
  readonly state: AdminListState;
}

interface AdminList<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly pager: PageLinks;
}

interface AdminRow {
  readonly name: string;
  readonly address: string;
  /** Page of the settings, on which it is changed and deleted. */
  readonly settings: string;
  readonly visibility: Visibility;
  /** Of the repositories, LFS objects and artifacts; null where it was not read. */
  readonly size: string | null;
}

/** Data of the pages of admins about projects, groups and the numbers of records. */
export interface AdminPageData {
  readonly 'admin-projects': AdminList<
    AdminRow & {
      /** User or group that the project belongs to. */
      readonly owner: { readonly name: string; readonly address: string };
      readonly archived: boolean;
      readonly activeAt: Date;
    }
  > & { readonly values: ProjectListFilters; readonly sorts: SelectOptions; readonly states: SelectOptions };
  readonly 'admin-groups': AdminList<AdminRow & { readonly createdAt: Date }> & {
    readonly values: { readonly search: string };
  };
  readonly 'admin-usage': {
    readonly title: string;
    readonly counts: readonly { readonly label: string; readonly count: string }[];
  };
}

export function presentAdminProjects(
  page: Page<ListedProject>,
  values: ProjectListFilters,
): AdminPageData['admin-projects'] {
  const { search, ...others } = values;
  const query = new URLSearchParams({ ...(search && { search }), ...others });
  return {
    ...{ title: 'Projects', values, sorts: SORT_OPTIONS, states: STATE_OPTIONS },
    rows: page.items.map(presentProject),
    pager: pageLinks(page, `${PROJECTS}?${query}`),
  };
}

function presentProject(project: ListedProject): AdminPageData['admin-projects']['rows'][number] {
  const { fullPath, namespace, visibility, archived, lastActivityAt } = project;
  const isGroup = namespace.kind === 'group';
  return {
    ...{ name: fullPath, visibility, archived },
    address: `/${fullPath}`,
    settings: `/${fullPath}/-/edit`,
    owner: { name: namespace.fullName, address: `${isGroup ? '/groups' : ''}/${namespace.fullPath}` },
    size: presentSize(project.repositorySize + project.lfsSize + project.artifactsSize),
    activeAt: new Date(lastActivityAt),
  };
}

export function presentAdminGroups(page: Page<GroupRecord>, search: string): AdminPageData['admin-groups'] {
  return {
    ...{ title: 'Groups', values: { search } },
    rows: page.items.map(({ fullPath, visibility, statistics, createdAt }) => ({
      ...{ name: fullPath, visibility, createdAt },
      address: `/groups/${fullPath}`,
      settings: `/groups/${fullPath}/-/edit`,
      size: statistics ? presentSize(statistics.repositorySize + statistics.lfsSize + statistics.artifactsSize) : null,
    })),
    pager: pageLinks(page, search === '' ? GROUPS : `${GROUPS}?${new URLSearchParams({ search })}`),
  };
}

export function presentAdminUsage(statistics: ApplicationStatistics): AdminPageData['admin-usage'] {
  const counts = presentApplicationStatistics(statistics);
  const rows = [
    ['Users', counts.users],
    ['Active users', counts.active_users],
    ['SSH keys', counts.ssh_keys],
    ['Groups', counts.groups],
    ['Projects', counts.projects],
    ['Forks', counts.forks],
    ['Issues', counts.issues],
    ['Merge requests', counts.merge_requests],
    ['Comments', counts.notes],
    ['Milestones', counts.milestones],
    ['Snippets', counts.snippets],
  ] as const;
  return { title: 'Usage', counts: rows.map(([label, count]) => ({ label, count })) };
}
