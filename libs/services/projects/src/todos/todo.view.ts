import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import type { MergeRequestSummary } from '@hearth/merge-requests-contracts';
import { z } from 'zod';
import { IssueView, presentIssue } from '../issues/issue.view.js';
import { noteAddress } from '../notes/note-address.js';
import { BasicProjectView } from '../projects/project.view.js';
import type { TodoFact } from './todo.facts.js';
import { STATES, TODO_ACTIONS } from './todo.rules.js';
import type { TodoProject } from './todos.finder.js';

const TodoProjectView = BasicProjectView.pick({
  id: true,
  description: true,
  name: true,
  name_with_namespace: true,
  path: true,
  path_with_namespace: true,
  created_at: true,
});

const TodoMergeRequestView = z.strictObject({
  id: z.int(),
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.enum(['opened', 'closed', 'locked', 'merged']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  target_branch: z.string().describe('Branch that it goes into'),
  source_branch: z.string().describe('Branch that it comes from'),
  source_project_id: z.int().describe('Id of the project of the source branch'),
  target_project_id: z.int().describe('Id of the project of the target branch'),
  draft: z.boolean().describe('Whether the title says that it is not ready to be merged'),
  sha: z.string().nullable(),
  web_url: z.string(),
});

/** The record of a to-do item. */
export const TodoView = z.strictObject({
  id: z.int(),
  project: TodoProjectView.describe('Project of the target'),
  author: UserBasicView.describe('User who caused it'),
  action_name: z.enum(TODO_ACTIONS).describe('Reason for it'),
  target_type: z.enum(['Issue', 'MergeRequest']).describe('Kind of the target'),
  target: z.union([IssueView, TodoMergeRequestView]).describe('The issue or merge request that it is about'),
  target_url: z.string().describe('Address of the page of the target, or of the note on it that names the user'),
  body: z.string().describe('Text of the note that names the user; without one the title of the target'),
  state: z.enum(STATES).describe('`pending` until it is done'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type TodoView = z.output<typeof TodoView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentTodo({ record, target, noteBody }: TodoFact, baseUrl: string): TodoView {
  const shown =
    target.type === 'Issue'
      ? presentIssue(target.issue, baseUrl)
      : presentMergeRequest(target.mergeRequest, record.project, baseUrl);
  const noteId = record.noteId ?? record.foreignNoteId;
  return {
    id: record.id,
    project: presentProject(record.project),
    author: presentUserBasic(record.author, baseUrl),
    action_name: record.action,
    target_type: target.type,
    target: shown,
    target_url: noteId === null ? shown.web_url : noteAddress(shown.web_url, noteId),
    body: noteBody ?? shown.title,
    state: record.state,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
  };
}

function presentProject(project: TodoProject): z.output<typeof TodoProjectView> {
  const { id, description, name, path, fullPath, namespaceName, createdAt } = project;
  return {
    id,
    description,
    name,
    name_with_namespace: `${namespaceName} / ${name}`,
    path,
    path_with_namespace: fullPath,
    created_at: new Date(createdAt).toISOString(),
  };
}

function presentMergeRequest(
  mergeRequest: MergeRequestSummary,
  { fullPath }: TodoProject,
  baseUrl: string,
): z.output<typeof TodoMergeRequestView> {
  return {
    id: mergeRequest.id,
    iid: mergeRequest.iid,
    project_id: mergeRequest.targetProjectId,
    title: mergeRequest.title,
    description: mergeRequest.description,
    state: mergeRequest.state,
    created_at: mergeRequest.createdAt,
    updated_at: mergeRequest.updatedAt,
    target_branch: mergeRequest.targetBranch,
    source_branch: mergeRequest.sourceBranch,
    source_project_id: mergeRequest.sourceProjectId,
    target_project_id: mergeRequest.targetProjectId,
    draft: mergeRequest.draft,
    sha: mergeRequest.headSha,
    web_url: `${baseUrl}/${fullPath}/merge_requests/${mergeRequest.iid}`,
  };
}
