import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import {
  DeleteNote,
  NOTE_BODY,
  NoteFacts,
  NoteInvalid,
  NoteNotFound,
  NoteableNotFound,
  Noteables,
  UpdateNote,
  type Noteable,
} from '@hearth/notes';
import { presentPageProject, refusalOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { IssueNotFound } from '../refusals.js';
import { addressOf } from './issue-page.js';
import { DeleteIssueNoteParams, EditIssueNoteParams, IssueNoteParams } from './issue-page.params.js';

const NOTE = {
  can: abilities.readIssue,
  returns: returns.html,
  refuses: [IssueNotFound, NoteableNotFound, NoteNotFound, Forbidden],
} as const;

/** Forms that change and delete comments on issues. */
@Controller()
export class IssueNoteFormsController {
  constructor(
    private readonly noteables: Noteables,
    private readonly noteFacts: NoteFacts,
    private readonly updateNote: UpdateNote,
    private readonly deleteNote: DeleteNote,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/issues/:iid/notes/:note_id/edit', {
    summary: 'Show the form of a comment on an issue',
    ...NOTE,
    params: IssueNoteParams,
  })
  async edit(@Call() call: CallOf<typeof IssueNoteParams>) {
    const { note } = await this.noteFacts.one(await this.noteable(call), call.params.note_id);
    if (note.system || note.authorId !== call.user.userId) throw Forbidden();
    return this.show(call, note.body, null);
  }

  @Endpoint.post('/-/project/:id/issues/:iid/notes/:note_id/edit', {
    summary: 'Change a comment on an issue in a browser',
    ...NOTE,
    params: EditIssueNoteParams,
    jsonLimit: NOTE_BODY,
  })
  async update(@Call() call: CallOf<typeof EditIssueNoteParams>) {
    const { note_id: id, body } = call.params;
    const noteable = await this.noteable(call);
    const error = await refusalOf(
      () => this.updateNote.execute(noteable, id, body, call.user),
      [[NoteInvalid, 'Write a comment first.']],
    );
    return error === null ? new Redirect(`${originOf(call)}#note_${id}`) : this.show(call, body, error);
  }

  @Endpoint.post('/-/project/:id/issues/:iid/notes/:note_id/delete', {
    summary: 'Delete a comment on an issue in a browser',
    ...NOTE,
    params: DeleteIssueNoteParams,
  })
  async delete(@Call() call: CallOf<typeof DeleteIssueNoteParams>) {
    const { note_id: id, page, confirmed } = call.params;
    const noteable = await this.noteable(call);
    const back = originOf(call);
    if (!confirmed) {
      const text = 'The comment is deleted for everybody, with its emoji.';
      const fields = [['page', String(page)]] as const;
      return this.pages.confirm(call, { title: 'Delete comment?', text, button: 'Delete', back, fields });
    }
    await this.deleteNote.execute(noteable, id, call.user, call.unlessModified);
    return new Redirect(back);
  }

  private show(call: CallOf<typeof IssueNoteParams>, body: string, error: string | null) {
    const { iid, note_id: id, page } = call.params;
    const project = presentPageProject(call.project, 'issues');
    const title = `Edit comment · ${project.fullPath}`;
    const address = `${addressOf(call, iid)}/notes/${id}`;
    const data = { title, project, body, error, address, back: originOf(call), kept: { page } };
    return this.pages.page(call, 'edit-note', data);
  }

  private noteable(call: EndpointCall<{ readonly iid: number }>): Promise<Noteable> {
    return this.noteables.require(call, 'issue', call.params.iid, Forbidden);
  }
}

/** Returns the address of the page of the discussion that the form was on. */
function originOf(call: CallOf<typeof IssueNoteParams>): string {
  return `${addressOf(call, call.params.iid)}?page=${call.params.page}`;
}
