import { presentPayloadIssue } from './issue.view.js';
import { presentPayloadMergeRequest } from './merge-request.view.js';
import type { NoteFacts, PayloadNoteable } from './note.facts.js';
import type { PayloadSnippet } from './payloads.store.js';
import { VISIBILITY_LEVELS, presentPayloadCommit, presentPayloadProject } from './push.view.js';
import { presentPayloadUser, presentShortRepository } from './record.view.js';

/** Presents a comment as receivers get it. */
export function presentNoteEvent({ subject, note, on, project, named }: NoteFacts) {
  const { baseUrl } = named;
  const isConfidential = on.type === 'Issue' && on.issue.confidential;
  const webUrl = `${baseUrl}/${project.fullPath}`;
  return {
    object_kind: 'note',
    event_type: isConfidential ? 'confidential_note' : 'note',
    user: presentPayloadUser(subject.userId, named),
    project_id: project.id,
    project: presentPayloadProject(project, named),
    object_attributes: {
      id: note.id,
      note: note.body,
      noteable_type: on.type,
      noteable_id: idOf(on),
      author_id: note.authorId,
      created_at: note.createdAt,
      updated_at: note.updatedAt,
      project_id: project.id,
      attachment: null,
      commit_id: on.type === 'Commit' ? on.commitId : null,
      system: false,
      action: subject.action,
      url: `${webUrl}/${pathOf(on)}#note_${note.id}`,
    },
    repository: presentShortRepository(project, named),
    ...presentNoteable(on, { project, named }),
  };
}

function idOf(on: PayloadNoteable): number | null {
  switch (on.type) {
    case 'Issue':
      return on.issue.id;
    case 'Snippet':
      return on.snippet.id;
    case 'MergeRequest':
      return on.found.mergeRequest.id;
    case 'Commit':
      return null;
  }
}

/** Returns the path of the record in its project. */
function pathOf(on: PayloadNoteable): string {
  switch (on.type) {
    case 'Issue':
      return `issues/${on.issue.iid}`;
    case 'Snippet':
      return `snippets/${on.snippet.id}`;
    case 'MergeRequest':
      return `merge_requests/${on.found.mergeRequest.iid}`;
    case 'Commit':
      return `commit/${on.commitId}`;
  }
}

function presentNoteable(on: PayloadNoteable, { project, named }: Pick<NoteFacts, 'project' | 'named'>) {
  switch (on.type) {
    case 'Issue':
      return { issue: presentPayloadIssue(on.issue, project, named) };
    case 'Snippet':
      return { snippet: presentPayloadSnippet(on.snippet, project.id) };
    case 'MergeRequest':
      return { merge_request: presentPayloadMergeRequest(on.found, named) };
    case 'Commit':
      return { commit: on.commit && presentPayloadCommit(on.commit, `${named.baseUrl}/${project.fullPath}`) };
  }
}

function presentPayloadSnippet(snippet: PayloadSnippet, projectId: number) {
  return {
    id: snippet.id,
    title: snippet.title,
    content: snippet.content,
    file_name: snippet.fileName,
    author_id: snippet.authorId,
    project_id: projectId,
    created_at: snippet.createdAt.toISOString(),
    updated_at: snippet.updatedAt.toISOString(),
    type: 'ProjectSnippet',
    visibility_level: VISIBILITY_LEVELS[snippet.visibility],
  };
}
