import type { ProjectId } from '@hearth/contract-kit';

/** Merge request that a pipeline runs for, as it was when the pipeline was created. */
export interface PipelineMergeRequest {
  readonly id: number;
  readonly iid: number;
  /** The target. */
  readonly projectId: ProjectId;
  readonly projectPath: string;
  readonly sourceProjectId: ProjectId;
  readonly sourceProjectPath: string;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly title: string;
  /** Begin of the description, with more than its variable has if it is longer. */
  readonly description: string | null;
  readonly draft: boolean;
  /** Best common ancestor of head and target branch; null where they have none. */
  readonly baseSha: string | null;
  readonly labels: readonly string[];
  /** Usernames. */
  readonly assignees: readonly string[];
  readonly milestone: string | null;
  /** Commits that the pipeline's commit merges; null or undefined for one that runs on the head. */
  readonly merged?: { readonly sourceSha: string; readonly targetSha: string } | null;
}

/** Most UTF-16 units of a description. */
const MOST_DESCRIPTION = 2_700;

/** Returns the part of a description that pipelines store: one unit more than its variable has, which shows that it was truncated. */
export function storedDescription(description: string | null): string | null {
  return description?.slice(0, MOST_DESCRIPTION + 1).toWellFormed() ?? null;
}

/** Returns the ref of the head of a merge request in the target project. */
export function headRef(iid: number): string {
  return `refs/merge-requests/${iid}/head`;
}

/** Returns the ref of the result of a merge request's last tried merge. */
export function mergeRef(iid: number): string {
  return `refs/merge-requests/${iid}/merge`;
}

/** Returns whether the source branch is in another project. */
export function isFromFork({ projectId, sourceProjectId }: PipelineMergeRequest): boolean {
  return projectId !== sourceProjectId;
}

/**
 * Returns the variables of a job about the merge request of its pipeline; null and undefined values have no variable.
 * @param baseUrl undefined until a runner has taken the job
 */
export function mergeRequestVariables(
  mergeRequest: PipelineMergeRequest,
  baseUrl: string | undefined,
): Readonly<Record<string, string | null | undefined>> {
  const { id, iid, projectId, projectPath, sourceProjectId, sourceProjectPath } = mergeRequest;
  const { description, labels, assignees, merged } = mergeRequest;
  return {
    CI_MERGE_REQUEST_ID: String(id),
    CI_MERGE_REQUEST_IID: String(iid),
    CI_MERGE_REQUEST_REF_PATH: headRef(iid),
    CI_MERGE_REQUEST_PROJECT_ID: String(projectId),
    CI_MERGE_REQUEST_PROJECT_PATH: projectPath,
    CI_MERGE_REQUEST_PROJECT_URL: baseUrl && `${baseUrl}/${projectPath}`,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: mergeRequest.targetBranch,
    // Only pipelines of merged results have the commits of both branches.
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: merged?.targetSha ?? '',
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(sourceProjectId),
    CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: sourceProjectPath,
    CI_MERGE_REQUEST_SOURCE_PROJECT_URL: baseUrl && `${baseUrl}/${sourceProjectPath}`,
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: mergeRequest.sourceBranch,
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: merged?.sourceSha ?? '',
    CI_MERGE_REQUEST_TITLE: mergeRequest.title,
    CI_MERGE_REQUEST_DESCRIPTION: description?.slice(0, MOST_DESCRIPTION).toWellFormed(),
    CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED: String((description?.length ?? 0) > MOST_DESCRIPTION),
    CI_MERGE_REQUEST_DRAFT: String(mergeRequest.draft),
    CI_MERGE_REQUEST_ASSIGNEES: assignees.length === 0 ? null : assignees.join(','),
    CI_MERGE_REQUEST_LABELS: labels.length === 0 ? null : labels.join(','),
    CI_MERGE_REQUEST_MILESTONE: mergeRequest.milestone,
    CI_MERGE_REQUEST_DIFF_BASE_SHA: mergeRequest.baseSha,
    CI_MERGE_REQUEST_EVENT_TYPE: merged ? 'merged_result' : 'detached',
  };
}
