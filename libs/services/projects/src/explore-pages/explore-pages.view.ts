import type { Page } from '@hearth/http';
import { pageLinks, type PageLinks, type SelectOptions } from '@hearth/pages';
import type { GroupRecord } from '../groups/groups.store.js';
import type { RowOfPage } from '../pages/overview-pages.view.js';
import { presentGroupRow, presentRow } from '../pages/overview.view.js';
import type { ListedProject } from '../projects/projects.store.js';
import type { TopicRecord } from '../topics/topics.store.js';
import type { ProjectSort } from './explore-page.params.js';

/** Orders of lists of projects, for a select. */
export const SORT_OPTIONS: SelectOptions = Object.entries({
  latest_activity_desc: 'Last active',
  created_desc: 'Newest',
  name_asc: 'Name',
  name_desc: 'Name, descending',
} satisfies Record<ProjectSort, string>);

export interface ExplorePageData {
  readonly explore: ExploreList & {
    readonly values: { readonly search: string; readonly sort: ProjectSort };
    readonly sorts: SelectOptions;
    /** Topic by which the list is filtered. */
    readonly topic: string | null;
    readonly topics: readonly { readonly title: string; readonly projects: number; readonly address: string }[];
  };
  readonly 'explore-groups': ExploreList & { readonly values: { readonly search: string } };
}

interface ExploreList {
  readonly title: string;
  /** Rows of projects or groups. */
  readonly projects: readonly RowOfPage[];
  readonly pager: PageLinks;
}

export function presentExplore(
  projects: Page<ListedProject>,
  topics: readonly TopicRecord[],
  { search, sort, topic }: { readonly search: string; readonly sort: ProjectSort; readonly topic: string | null },
): ExplorePageData['explore'] {
  const query = new URLSearchParams({ ...(search && { search }), sort, ...(topic !== null && { topic }) });
  return {
    title: 'Explore projects',
    projects: projects.items.map(presentRow),
    pager: pageLinks(projects, `/explore?${query}`),
    values: { search, sort },
    sorts: SORT_OPTIONS,
    topic,
    topics: topics.map(({ name, title, projectsCount }) => ({
      title,
      projects: projectsCount,
      address: `/explore?${new URLSearchParams({ topic: name })}`,
    })),
  };
}

export function presentExploreGroups(groups: Page<GroupRecord>, search: string): ExplorePageData['explore-groups'] {
  const query = search === '' ? '' : `?${new URLSearchParams({ search })}`;
  return {
    title: 'Explore groups',
    projects: groups.items.map(presentGroupRow),
    pager: pageLinks(groups, `/explore/groups${query}`),
    values: { search },
  };
}
