import type { ProjectAccess } from '@hearth/contract-kit';
import {
  encodedPath,
  presentDiff,
  presentPageProject,
  type DiffOptions,
  type PageDiff,
  type PageProject,
  type ShownDiff,
} from '@hearth/pages';
import { presentCommitLine, refAddress, type CommitLine } from '../pages/ref-page.view.js';
import type { ComparisonFact } from './compare.facts.js';

/** Refs that are compared: what `to` has and `from` does not. */
export interface ComparedRefs {
  readonly from: string;
  readonly to: string;
}

export interface ComparePageData {
  readonly compare: {
    readonly title: string;
    readonly project: PageProject;
    readonly values: ComparedRefs;
    /** Undefined before refs are chosen. */
    readonly compared?: {
      readonly isSame: boolean;
      /** The newest first. */
      readonly commits: readonly CommitLine[];
      readonly moreCommits: number;
    };
    readonly diff?: PageDiff;
    readonly fileAddress?: (path: string) => string;
  };
}

/** Most commits of a page. */
const MOST_COMMITS = 100;

/** Splits `a...b`; undefined for another text. No name of a ref contains two dots. */
export function parseRange(range: string): ComparedRefs | undefined {
  const [from, to, ...rest] = range.split('...');
  return from && to && rest.length === 0 ? { from, to } : undefined;
}

export function presentComparePage(
  access: ProjectAccess,
  values: ComparedRefs,
  fact?: Omit<ComparisonFact, 'files' | 'overflow'> & { readonly diff: ShownDiff; readonly options: DiffOptions },
): ComparePageData['compare'] {
  const project = presentPageProject(access, 'branches');
  if (!fact) return { title: `Compare · ${project.fullPath}`, project, values };
  const { commits, same } = fact;
  const range = `${encodedPath(values.from)}...${encodedPath(values.to)}`;
  const shown = commits.slice(-MOST_COMMITS).toReversed();
  return {
    title: `${values.from}...${values.to} · ${project.fullPath}`,
    project,
    values,
    compared: {
      isSame: same,
      commits: shown.map((commit) => presentCommitLine(project, commit)),
      moreCommits: commits.length - shown.length,
    },
    diff: presentDiff(fact.diff, fact.options, `${project.address}/-/compare/${range}`),
    fileAddress: (path) => refAddress(project, 'blob', { ref: values.to, path }),
  };
}
