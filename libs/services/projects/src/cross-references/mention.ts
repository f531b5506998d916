import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { mentionsIn, referencesIn } from '@hearth/notes';
import { IssuesStore } from '../issues/issues.store.js';
import { namedBy } from '../todos/todo.rules.js';
import { TodosStore } from '../todos/todos.store.js';
import { FollowReferencesJob } from '../jobs.js';

/** Issue whose text, or a note on which, mentions users. */
interface MentioningIssue {
  readonly id: number;
  readonly iid: number;
  readonly projectId: ProjectId;
  /** Undefined: its own text. */
  readonly noteId?: number | undefined;
}

/** Makes mentioned users participants of an issue, with a to-do item, and adds a job that follows the references in its text. */
@Injectable()
export class MentionInIssue {
  constructor(
    private readonly issuesStore: IssuesStore,
    private readonly todosStore: TodosStore,
    private readonly jobs: Jobs,
  ) {}

  /** The same for a note. A new one finishes the to-do items of its author on the issue. */
  async inNote(
    tx: Tx,
    issue: MentioningIssue & { readonly noteId: number },
    { body, isNew }: { readonly body: string; readonly isNew: boolean },
    author: Principal,
  ): Promise<void> {
    if (isNew) await this.todosStore.finish(tx, author.userId, { issueId: issue.id });
    await this.within(tx, issue, body, author);
  }

  /** Runs inside the transaction that writes the text. The references are followed later, by a job: they may be to any project. */
  async within(
    tx: Tx,
    { id, iid, projectId, noteId }: MentioningIssue,
    text: string,
    { userId }: Principal,
  ): Promise<void> {
    const mentioned = await this.issuesStore.readersAmong(tx, projectId, { usernames: mentionsIn(text) });
    const users = mentioned.map((user) => user.id);
    await this.issuesStore.mention(tx, id, users);
    const origin = { authorId: userId, projectId, target: { issueId: id }, noteId };
    await this.todosStore.addNamed(tx, { ...origin, named: namedBy(text, mentioned) });
    const references = { mentioned: referencesIn(text, 'issue'), mergeRequests: referencesIn(text, 'mergeRequest') };
    if (references.mentioned.length + references.mergeRequests.length === 0) return;
    const source = { kind: 'issue', projectId, name: String(iid) } as const;
    await this.jobs.add(tx, FollowReferencesJob, { source, userId, ...references });
  }
}
