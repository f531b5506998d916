import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { encodedPath, pageLinks, presentPageProject, type PageLinks, type PageProject } from '@hearth/pages';
import type { Contribution } from '../git/reads/contributions.js';
import type { LanguageShare } from '../languages/languages.facts.js';

/** Part of a bar, in percent of its width. */
interface BarPart {
  readonly color: string;
  readonly from: number;
  readonly width: number;
}

export interface GraphPageData {
  readonly graphs: {
    readonly title: string;
    readonly project: PageProject;
    readonly branch: string;
    readonly languages: readonly { readonly name: string; readonly color: string; readonly percent: number }[];
    readonly bar: readonly BarPart[];
    readonly contributors: readonly {
      readonly name: string;
      readonly commits: number;
      readonly additions: number;
      readonly deletions: number;
      /** Commits in percent of those of the first on the page. */
      readonly width: number;
    }[];
    readonly pager: PageLinks;
  };
}

/** Address of the page of a branch. */
export function graphsAddress({ project }: ProjectAccess, branch: string): string {
  return `/${project.fullPath}/-/graphs/${encodedPath(branch)}`;
}

export function presentGraphs(
  access: ProjectAccess,
  branch: string,
  contributors: Page<Contribution>,
  languages: readonly LanguageShare[],
): GraphPageData['graphs'] {
  const project = presentPageProject(access, 'commits');
  const most = contributors.items[0]?.commits ?? 1;
  let from = 0;
  const bar = languages.map(({ color, percent: width }) => {
    const part = { color, from, width };
    from += width;
    return part;
  });
  return {
    title: `Contributors · ${project.fullPath}`,
    ...{ project, branch, languages, bar },
    contributors: contributors.items.map(({ name, commits, additions, deletions }) => ({
      ...{ name, commits, additions, deletions },
      width: Math.round((commits / most) * 100),
    })),
    pager: pageLinks(contributors, graphsAddress(access, branch)),
  };
}
