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
import { attempt, refusalOf, type FormFailure, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { CreateIssue } from '../issues/create.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { isAllowedOn, issueCaller } from '../issues/issue.rules.js';
import { UpdateIssue } from '../issues/update.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { IssueInvalid, IssueNotFound } from '../refusals.js';
import { IssueFormFacts } from './issue-form.facts.js';
import {
  issueValues,
  managesIssues,
  presentIssueForm,
  withOwnMilestone,
  type EditedIssue,
  type IssueFormValues,
} from './issue-form.view.js';
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
    private readonly issueFormFacts: IssueFormFacts,
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
    const { title = '', description = '', confidential } = call.params.issue;
    return this.form(call, null, { title, description, confidential });
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
    const { id: _, ...values } = params;
    const client = { userAgent, address: caller.clientAddress };
    const made = await attempt(async () => {
      const { title, description, confidential } = values;
      const planned = await this.issueFormFacts.planned(values);
      const given = { title, description, confidential, ...NOTHING_MORE, ...planned };
      return this.createIssue.execute(project.project.id, given, user, client);
    }, [IssueInvalid]);
    if ('value' in made) return new Redirect(addressOf(call, made.value));
    return this.form(call, null, values, made.failures);
  }

  @Endpoint.get('/-/project/:id/issues/:iid/edit', {
    summary: 'Show the form of an issue',
    can: abilities.readIssue,
    params: OneIssueParams,
    returns: returns.html,
    refuses: [IssueNotFound],
  })
  async edit(@Call() call: CallOf<typeof OneIssueParams>) {
    const { project, user } = call;
    const issue = await this.read(call);
    if (!isAllowedOn(abilities.updateIssue, project, user, issue)) throw Forbidden();
    return this.form(call, issue, issueValues(issue));
  }

  @Endpoint.post('/-/project/:id/issues/:iid/edit', {
    summary: 'Change an issue in a browser',
    can: abilities.updateIssue,
    params: EditIssueFormParams,
    jsonLimit: NOTE_BODY,
    returns: returns.html,
    refuses: [IssueNotFound],
  })
  async update(@Call() call: CallOf<typeof EditIssueFormParams>) {
    const { id: _, iid, ...values } = call.params;
    const issue = await this.read(call);
    const made = await attempt(async () => {
      const { title, description, confidential } = values;
      const changes = { title, description, confidential, ...(await this.issueFormFacts.planned(values)) };
      await this.updateIssue.execute(call.project.project.id, iid, changes, call.user);
    }, [IssueInvalid]);
    if ('value' in made) return new Redirect(withNotice(addressOf(call, iid), 'saved'));
    return this.form(call, issue, values, made.failures);
  }

  @Endpoint.post('/-/project/:id/issues/:iid/state', {
    summary: 'Close or reopen an issue in a browser',
    can: abilities.updateIssue,
    params: IssueStateParams,
    returns: returns.html,
    refuses: [IssueNotFound, IssueInvalid],
  })
  async state(@Call() call: CallOf<typeof IssueStateParams>) {
    const { iid, state_event: event } = call.params;
    await this.read(call);
    const state = event === 'close' ? 'closed' : 'opened';
    await this.updateIssue.execute(call.project.project.id, iid, { state }, call.user);
    return new Redirect(addressOf(call, iid));
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

  /** @throws IssueNotFound for issues that the caller may not read */
  private read({ project, user, params }: EndpointCall<{ readonly iid: number }>) {
    return this.issueFacts.one(project.project.id, params.iid, issueCaller(user, project));
  }

  /** @param issue to edit; null: a new one */
  private async form(
    call: EndpointCall<unknown>,
    issue: EditedIssue | null,
    values: IssueFormValues,
    failures: readonly FormFailure[] = [],
  ) {
    const { project, user } = call;
    const offered = managesIssues(project, user) ? await this.issueFormFacts.milestones(project.project.id) : null;
    const milestones = offered && issue ? withOwnMilestone(offered, issue) : offered;
    const data = presentIssueForm(project, issue?.iid ?? null, { values, milestones }, failures);
    return this.pages.page(call, 'issue-form', data);
  }
}
