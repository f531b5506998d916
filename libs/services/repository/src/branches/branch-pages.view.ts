import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { encodedPath, type PageProject } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { presentRefList, type ListedRefs, type RefListPage } from '../pages/ref-list.view.js';
import { presentCommitLine, refAddress, type CommitLine } from '../pages/ref-page.view.js';
import type { Distance } from '../git/history/distances.js';
import type { BranchFact } from './branches.facts.js';

export interface BranchPageData {
  readonly branches: RefListPage<BranchRow>;
}

export interface BranchRow {
  readonly name: string;
  readonly address: string;
  readonly commit: CommitLine;
  readonly tags: readonly string[];
  /** `2 ahead, 1 behind`; undefined for the default branch, and where counting takes too long. */
  readonly distance?: string;
  /** Undefined for the default branch. */
  readonly compare?: string;
  /** Target of the form that deletes it; undefined where the caller may not. */
  readonly deletion?: string;
}

export function presentBranchesPage(
  access: ProjectAccess,
  principal: Principal | null,
  branches: ListedRefs<BranchFact>,
  distances: ReadonlyMap<string, Distance>,
): BranchPageData['branches'] {
  return presentRefList('branches', access, principal, branches, (project, branch) =>
    presentBranchRow(project, branch, mayDelete(access, principal, branch), distances.get(branch.name)),
  );
}

/** Whether the rules of pushes let the caller delete a branch, as far as they are known without its lock. */
function mayDelete(access: ProjectAccess, principal: Principal | null, { name, protection }: BranchFact): boolean {
  if (name === access.project.defaultBranch) return false;
  return may(protection.protected ? abilities.deleteProtected : abilities.pushCode, access, principal);
}

function presentBranchRow(
  project: PageProject,
  branch: BranchFact,
  isDeletable: boolean,
  distance: Distance | undefined,
): BranchRow {
  const { name, commit, merged, protection } = branch;
  const { address, defaultBranch } = project;
  const isDefault = name === defaultBranch;
  const marks = { default: isDefault, protected: protection.protected, merged };
  return {
    name,
    address: refAddress(project, 'tree', { ref: name, path: '' }),
    commit: presentCommitLine(project, commit),
    tags: Object.entries(marks).flatMap(([tag, is]) => (is ? [tag] : [])),
    ...(distance && { distance: `${distance.ahead} ahead, ${distance.behind} behind` }),
    ...(!isDefault &&
      defaultBranch !== null && {
        compare: `${address}/-/compare/${encodedPath(defaultBranch)}...${encodedPath(name)}`,
      }),
    ...(isDeletable && { deletion: `${address}/-/branches/${encodedPath(name)}/delete` }),
  };
}
