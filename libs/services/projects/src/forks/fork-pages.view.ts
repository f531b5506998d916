import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, presentPageProject, type PageLinks, type PageProject } from '@hearth/pages';
import { FORK_NODE, forkGraph, type ForkGraph } from './fork-graph.view.js';
import type { RowOfPage } from '../pages/overview-pages.view.js';
import { presentRow } from '../pages/overview.view.js';
import type { ListedProject, VisibleProject } from '../projects/projects.store.js';

export interface ForkPageData {
  readonly forks: {
    readonly title: string;
    readonly project: PageProject;
    readonly values: { readonly search: string };
    /** Full path of the project that it was forked from; null: from none that the caller sees. */
    readonly source: string | null;
    /** Null without a source and forks. */
    readonly graph: ForkGraph | null;
    readonly node: typeof FORK_NODE;
    readonly projects: readonly RowOfPage[];
    readonly pager: PageLinks;
  };
}

export function presentForkList(
  access: ProjectAccess,
  { forkedFrom }: VisibleProject,
  forks: Page<ListedProject>,
  search: string,
): ForkPageData['forks'] {
  const project = presentPageProject(access, 'project');
  const query = search === '' ? '' : `?${new URLSearchParams({ search })}`;
  const source = forkedFrom?.fullPath ?? null;
  const nodes = forks.items.map(({ fullPath: path, forksCount }) => ({ path, forks: forksCount }));
  return {
    title: `Forks · ${project.fullPath}`,
    ...{ project, values: { search }, source, node: FORK_NODE },
    graph: forkGraph(source, project.fullPath, nodes),
    projects: forks.items.map(presentRow),
    pager: pageLinks(forks, `${project.address}/-/forks${query}`),
  };
}
