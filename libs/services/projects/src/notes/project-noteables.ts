import { Injectable } from '@nestjs/common';
import type { ProjectStanding } from '@hearth/access';
import type { Principal, UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import type { EndpointCall } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import {
  NO_ACTIONS,
  NoteableNotFound,
  Noteables,
  type AppliedActions,
  type QuickAction,
  type HeldNoteable,
  type Noteable,
  type NoteAuthor,
  type SavedNote,
} from '@hearth/notes';
import { ActivityStore } from '../activity/activity.store.js';
import { NoteSavedEvent } from '@hearth/projects-contracts';
import { AccessStore } from '../access/access.store.js';
import { MentionInIssue } from '../cross-references/mention.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { IssuesStore } from '../issues/issues.store.js';
import { UpdateIssue } from '../issues/update.js';
import { IssueNotFound, SnippetNotFound } from '../refusals.js';
import { SnippetFacts } from '../snippets/snippet.facts.js';
import { snippetCaller } from '../snippets/snippet.rules.js';
import { presentSnippetOfNote } from './snippet-note.view.js';
import { USER_COLUMNS } from '../members/memberships.store.js';

/** A lock on the issue's row serialises its notes, so that its counters are right. */
const HOLD = {
  issue: `select i.author_id as "authorId", coalesce(i.discussion_locked, false) as "discussionLocked"
    from issues i where i.id = $1 for no key update`,
  snippet: `select s.author_id as "authorId", false as "discussionLocked" from snippets s where s.id = $1 for key share`,
};

const COUNT = `update issues set user_notes_count = user_notes_count + $2,
  updated_at = case when $2 > 0 then now() else updated_at end where id = $1`;
const ACTIVITY = `update projects set last_activity_at = greatest(last_activity_at, now()) where id = $1
  and last_activity_at < now() - interval '1 minute'`;
const COUNT_VOTES = `
  update issues i set upvotes = votes.up, downvotes = votes.down
  from (select count(*) filter (where a.name = 'thumbsup') as up, count(*) filter (where a.name = 'thumbsdown') as down
    from award_emoji a where a.issue_id = $1) votes
  where i.id = $1`;
const AUTHORS = `
  select ${USER_COLUMNS}, u.owner_email as email, u.created_at as "createdAt"
  from namespaces u where u.owner_user_id = any ($1::bigint[])`;

/** Handling of notes by issues and snippets. */
@Injectable()
export class ProjectNoteables extends Noteables {
  constructor(
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
    private readonly issueFacts: IssueFacts,
    private readonly snippetFacts: SnippetFacts,
    private readonly updateIssue: UpdateIssue,
    private readonly mentionInIssue: MentionInIssue,
    private readonly activityStore: ActivityStore,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async find(call: EndpointCall<object>, kind: string, number: number): Promise<Noteable> {
    const { project, user } = call;
    const projectId = project.project.id;
    const reader = { access: project, caller: user };
    try {
      if (kind === 'snippet') {
        const { id } = await this.snippet(call, number);
        return { kind, id, iid: null, projectId, ...reader };
      }
      const { id } = await this.issueFacts.one(projectId, number, issueCaller(user, project));
      return { kind, id, iid: number, projectId, ...reader };
    } catch (error) {
      throw IssueNotFound.is(error) || SnippetNotFound.is(error) ? NoteableNotFound() : error;
    }
  }

  async more(call: EndpointCall<object>, { kind, id }: Noteable): Promise<object> {
    return kind === 'snippet' ? presentSnippetOfNote(await this.snippet(call, id)) : {};
  }

  async hold(tx: Tx, { kind, id, projectId }: Noteable, actor: Principal): Promise<HeldNoteable | undefined> {
    const standing = await this.accessStore.hold(tx, projectId, actor);
    const [held] = await tx.prepared<Omit<HeldNoteable, 'standing'> & Row>(HOLD[kind as keyof typeof HOLD], [id]);
    return standing && held && { ...held, standing };
  }

  async act(
    tx: Tx,
    { projectId, iid }: Noteable,
    actions: readonly QuickAction[],
    by: { readonly actor: Principal; readonly standing: ProjectStanding },
  ): Promise<AppliedActions> {
    // Snippets, which have no number, support no quick actions but awards.
    const issue = iid === null ? undefined : await this.issuesStore.lock(tx, projectId, iid);
    if (!issue) return NO_ACTIONS;
    return this.updateIssue.act(tx, issue, actions, by);
  }

  async noted(
    tx: Tx,
    { kind, id, iid, projectId }: Noteable,
    { id: noteId, body }: SavedNote,
    { actor, difference }: Parameters<Noteables['noted']>[3],
  ): Promise<void> {
    const { userId } = actor;
    if (difference > 0) {
      await tx.prepared(ACTIVITY, [projectId]);
      const on = kind === 'issue' ? { issueId: id } : { snippetId: id };
      const activity = { kind: kind === 'issue' ? 'issue:noted' : 'snippet:noted', authorId: userId } as const;
      await this.activityStore.append(tx, { ...activity, projectId, noteId, ...on });
    }
    const action = difference > 0 ? 'create' : 'update';
    if (difference >= 0) await this.outbox.append(tx, NoteSavedEvent, { projectId, noteId, userId, action });
    if (kind !== 'issue' || iid === null) return;
    await tx.prepared(COUNT, [id, difference]);
    await this.mentionInIssue.inNote(tx, { id, iid, projectId, noteId }, { body, isNew: difference > 0 }, actor);
  }

  async awarded(tx: Tx, { kind, id }: Noteable): Promise<void> {
    if (kind === 'issue') await tx.prepared(COUNT_VOTES, [id]);
  }

  async authors(db: Db, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, NoteAuthor>> {
    const users = await db.prepared<NoteAuthor & { id: UserId } & Row>(AUTHORS, [ids]);
    return new Map(users.map((user) => [user.id, user]));
  }

  private snippet({ project, user }: EndpointCall<object>, id: number) {
    return this.snippetFacts.oneInProject(project, snippetCaller(user), id);
  }
}
