import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, presentPageProject, type PageLinks, type PageProject } from '@hearth/pages';
import { abilities } from '../abilities.js';
import type { ProjectLabelRecord } from '../labels/labels.store.js';

export interface LabelListPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly values: { readonly search: string };
  readonly labels: readonly {
    readonly name: string;
    readonly color: string;
    readonly description: string | null;
    readonly isOfProject: boolean;
    /** Null for users who may not read issues. */
    readonly issues: { readonly open: number; readonly address: string } | null;
  }[];
  readonly pager: PageLinks;
}

export function presentLabelListPage(
  access: ProjectAccess,
  caller: Principal,
  page: Page<ProjectLabelRecord>,
  search: string,
): LabelListPageData {
  const project = presentPageProject(access, 'labels');
  const readsIssues = may(abilities.readIssue, access, caller);
  const query = search === '' ? '' : `?${new URLSearchParams({ search })}`;
  return {
    title: `Labels · ${project.fullPath}`,
    project,
    values: { search },
    labels: page.items.map(({ name, color, description, isOfProject, openIssues }) => ({
      ...{ name, color, description, isOfProject },
      issues: readsIssues
        ? { open: openIssues, address: `${project.address}/-/issues?${new URLSearchParams({ label: name })}` }
        : null,
    })),
    pager: pageLinks(page, `${project.address}/-/labels${query}`),
  };
}
