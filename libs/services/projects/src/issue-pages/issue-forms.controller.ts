import { Controller } from '@nestjs/common';
import {
  Call,
  Endpoint,
  Forbidden,
  ProjectNotFound,
  Redirect,
  returns,
  type CallOf,
  type EndpointCall,
} from '@hearth/http';
import {
  CreateNote,
  DiscussionNotFound,
  NOTE_BODY,
  NoReplies,
  NoteInvalid,
  NoteableNotFound,
  Noteables,
} from '@hearth/notes';
import { attempt, refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { CreateIssue } from '../issues/create.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { UpdateIssue } from '../issues/update.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { IssueInvalid, IssueNotFound } from '../refusals.js';
import { addressOf, IssuePage } from './issue-page.js';
import {
  EditIssueFormParams,
  IssueCommentParams,
  IssueStateParams,
  NewIssueFormParams,
  NewIssuePageParams,
  OneIssueParams,
  withNotice,
} from './issue-page.params.js';
import { isAllowedOn, presentIssueForm } from './issue-page.view.js';

const COMMENT: Sentences = [
  [NoteInvalid, 'The thread is full. Start another one.'],
  [DiscussionNotFound, 'The thread does not exist any more.'],
  [NoReplies, 'A note of the system takes no replies.'],
  [Forbidden, 'You may not comment here: the discussion is locked.'],
];
const NOTHING_MORE = { assigneeIds: [], labels: [], milestoneId: null, dueDate: null, discussionLocked: null };

/** Forms that open and change issues, and comment on them. */
@Controller()
export class IssueFormsController {
  constructor(
    private readonly issueFacts: IssueFacts,
    private readonly createIssue: CreateIssue,
    private readonly updateIssue: UpdateIssue,
    private readonly noteables: Noteables,
    private readonly createNote: CreateNote,
    private readonly issuePage: IssuePage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/issues/new', {
    summary: 'Show the form of a new issue',
    can: abilities.createIssue,
    params: NewIssuePageParams,
    returns: returns.html,
  })
  blank(@Call() call: CallOf<typeof NewIssuePageParams>) {
    const values = { title: '', description: '', confidential: false };
    return this.pages.page(call, 'issue-form', presentIssueForm(call.project, null, values));
  }

  @Endpoint.post('/-/project/:id/issues', {
    summary: 'Open an issue in a browser',
    can: abilities.createIssue,
    params: NewIssueFormParams,
    jsonLimit: NOTE_BODY,
    returns: returns.html,
    refuses: [ProjectNotFound],
  })
  async create(@Call() call: CallOf<typeof NewIssueFormParams>) {
    const { params, project, user, userAgent, caller } = call;
    const { title, description, confidential } = params;
    const given = { title, description, confidential, ...NOTHING_MORE };
    const client = { userAgent, address: caller.clientAddress };
    const made = await attempt(() => this.createIssue.execute(project.project.id, given, user, client), [IssueInvalid]);
    if ('value' in made) return new Redirect(addressOf(call, made.value));
    const values = { title, description, confidential };
    return this.pages.page(call, 'issue-form', presentIssueForm(project, null, values, made.failures));
  }

  @Endpoint.get('/-/project/:id/issues/:iid/edit', {
    summary: 'Show the form of an issue',
    can: abilities.readIssue,
    params: OneIssueParams,
    returns: returns.html,
    refuses: [IssueNotFound],
  })
  async edit(@Call() call: CallOf<typeof OneIssueParams>) {
    const { params, project, user } = call;
    const issue = await this.issueFacts.one(project.project.id, params.iid, issueCaller(user, project));
    if (!isAllowedOn(abilities.updateIssue, project, user, issue)) throw Forbidden();
    const { title, description, confidential } = issue;
    const values = { title, description: description ?? '', confidential };
    return this.pages.page(call, 'issue-form', presentIssueForm(project, params.iid, values));
  }

  @Endpoint.post('/-/project/:id/issues/:iid/edit', {
    summary: 'Change the texts of an issue in a browser',
    can: abilities.updateIssue,
    params: EditIssueFormParams,
    jsonLimit: NOTE_BODY,
    returns: returns.html,
    refuses: [IssueNotFound],
  })
  async update(@Call() call: CallOf<typeof EditIssueFormParams>) {
    const { params, project } = call;
    const { title, description, confidential } = params;
    const values = { title, description, confidential };
    const made = await attempt(() => this.change(call, values), [IssueInvalid]);
    if ('value' in made) return new Redirect(withNotice(addressOf(call, params.iid), 'saved'));
    return this.pages.page(call, 'issue-form', presentIssueForm(project, params.iid, values, made.failures));
  }

  @Endpoint.post('/-/project/:id/issues/:iid/state', {
    summary: 'Close or reopen an issue in a browser',
    can: abilities.updateIssue,
    params: IssueStateParams,
    returns: returns.html,
    refuses: [IssueNotFound, IssueInvalid],
  })
  async state(@Call() call: CallOf<typeof IssueStateParams>) {
    await this.change(call, { state: call.params.state_event === 'close' ? 'closed' : 'opened' });
    return new Redirect(addressOf(call, call.params.iid));
  }

  @Endpoint.post('/-/project/:id/issues/:iid/notes', {
    summary: 'Comment on an issue in a browser',
    can: abilities.readIssue,
    params: IssueCommentParams,
    jsonLimit: NOTE_BODY,
    returns: returns.html,
    refuses: [IssueNotFound, NoteableNotFound],
  })
  async comment(@Call() call: CallOf<typeof IssueCommentParams>) {
    const { iid, body, discussion_id: replyTo, thread, page } = call.params;
    const values = { body, discussionId: replyTo ?? null };
    const noteable = await this.noteables.require(call, 'issue', iid, Forbidden);
    if (body.trim() === '') return this.issuePage.show(call, { values, error: 'Write a comment first.' });
    const place = replyTo === undefined ? (thread ? { position: undefined } : undefined) : { replyTo };
    let written: Awaited<ReturnType<CreateNote['execute']>> | undefined;
    const error = await refusalOf(async () => {
      written = await this.createNote.execute(noteable, { body, thread: place }, call.user);
    }, COMMENT);
    if (error !== null) return this.issuePage.show(call, { values, error });
    const address = addressOf(call, iid);
    if ('note' in written!) return new Redirect(`${address}?page=${page}#note_${written.note.id}`);
    return new Redirect(withNotice(address, 'award' in written! ? 'awarded' : 'actions'));
  }

  private async change(
    { project, user, params }: EndpointCall<{ readonly iid: number }>,
    changes: Parameters<UpdateIssue['execute']>[2],
  ): Promise<void> {
    await this.issueFacts.one(project.project.id, params.iid, issueCaller(user, project));
    await this.updateIssue.execute(project.project.id, params.iid, changes, user);
  }
}
