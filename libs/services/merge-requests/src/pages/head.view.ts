import type { ProjectAccess } from '@hearth/contract-kit';
import { encodedPath, presentPageProject, type PageProject } from '@hearth/pages';
import { changesCount, isWorkInProgress } from '../merge-requests/merge-request.rules.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { STATE_NAMES } from './list-page.view.js';

/** Branch on a page. */
interface PageBranch {
  /** With its project, where that is another one. */
  readonly name: string;
  /** Null where its project is hidden from the caller. */
  readonly address: string | null;
}

/** Head of the pages of a merge request, for the template `merge-request-head`. */
export interface MergeRequestHead {
  readonly title: string;
  readonly project: PageProject;
  readonly head: {
    readonly iid: number;
    readonly title: string;
    readonly address: string;
    readonly state: string;
    readonly draft: boolean;
    readonly source: PageBranch;
    readonly target: PageBranch;
    readonly tabs: readonly { readonly name: string; readonly address: string; readonly current: boolean }[];
  };
}

/** @param source the source project; null where it is hidden from the caller */
export function presentHead(
  record: MergeRequestRecord,
  access: ProjectAccess,
  source: ProjectAccess | null,
  current: 'Discussion' | 'Commits' | 'Changes',
): MergeRequestHead {
  const project = presentPageProject(access, 'merge-requests');
  const { iid, title, sourceBranch, targetBranch } = record;
  const address = `${project.address}/-/merge_requests/${iid}`;
  const isFork = record.sourceProjectId !== record.targetProjectId;
  const origin = source?.project.fullPath ?? 'a hidden project';
  const changes = changesCount(record.versionState, record.filesCount);
  const tabs = [
    { name: 'Discussion', address, current: current === 'Discussion' },
    { name: 'Commits', address: `${address}/commits`, current: current === 'Commits' },
    { name: `Changes (${changes ?? 0})`, address: `${address}/diffs`, current: current === 'Changes' },
  ];
  return {
    title: `${title} (!${iid}) · ${project.fullPath}`,
    project,
    head: {
      ...{ iid, title, address, tabs },
      state: STATE_NAMES[record.state],
      draft: isWorkInProgress(title),
      source: {
        name: isFork ? `${origin}:${sourceBranch}` : sourceBranch,
        address: source && `/${source.project.fullPath}/-/tree/${encodedPath(sourceBranch)}`,
      },
      target: { name: targetBranch, address: `${project.address}/-/tree/${encodedPath(targetBranch)}` },
    },
  };
}
