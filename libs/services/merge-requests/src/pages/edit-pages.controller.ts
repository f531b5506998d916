import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf } from '@hearth/http';
import { NOTE_BODY } from '@hearth/notes';
import { attempt, refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { BranchesFacts } from '../merge-requests/branches.facts.js';
import { MergeRequestFacts, type MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import { requireAllowedIn, withoutWorkInProgress } from '../merge-requests/merge-request.rules.js';
import { UpdateMergeRequest } from '../merge-requests/update.js';
import { titleOf } from '../push-options/push-options.rules.js';
import {
  MergeRequestExists,
  MergeRequestInvalid,
  MergeRequestNotFound,
  NotInForkNetwork,
  SameBranch,
} from '../refusals.js';
import { presentEditPage, presentPlanned, type EditValues, type FormState } from './edit-page.view.js';
import { MergeRequestPage, addressOf } from './merge-request-page.js';
import { DraftFormParams, EditFormParams, OneParams, StateFormParams, withNotice } from './page.params.js';
import { PageRenderer } from './page-renderer.js';
import { PlannedFieldsFacts } from './planned-fields.facts.js';

const STATE: Sentences = [
  [Forbidden, 'You may not do this.'],
  [MergeRequestExists, 'Another open merge request has the same branches.'],
  [MergeRequestInvalid, 'It cannot be reopened: one of its branches is gone.'],
  [NotInForkNetwork, 'It cannot be reopened: the projects are no forks of each other any more.'],
];

const DRAFT: Sentences = [
  [Forbidden, 'You may not do this.'],
  [MergeRequestInvalid, 'The title would be too long with the mark of a draft, or empty without it.'],
];

/** Pages and forms that change a merge request. */
@Controller()
export class EditPagesController {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly branchesFacts: BranchesFacts,
    private readonly updateMergeRequest: UpdateMergeRequest,
    private readonly plannedFieldsFacts: PlannedFieldsFacts,
    private readonly mergeRequestPage: MergeRequestPage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/merge_requests/:iid/edit', {
    summary: 'Show the form of a merge request',
    can: abilities.readMergeRequest,
    params: OneParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  async edit(@Call() call: CallOf<typeof OneParams>) {
    const { params, project, user } = call;
    const record = await this.mergeRequestFacts.one(project, params.iid, user);
    requireAllowedIn(abilities.updateMergeRequest, project, user, record);
    const { title, description, allowCollaboration } = record;
    const texts = { title, description: description ?? '', allow_collaboration: allowCollaboration };
    const planned = manages(call) ? presentPlanned(await this.mergeRequestFacts.detail(record, project, user)) : {};
    return this.formPage(call, record, { values: { ...texts, ...planned } });
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/edit', {
    summary: 'Change a merge request in a browser',
    can: abilities.updateMergeRequest,
    params: EditFormParams,
    jsonLimit: NOTE_BODY,
    returns: returns.html,
    refuses: [MergeRequestNotFound, MergeRequestExists, SameBranch, NotInForkNetwork],
  })
  async update(@Call() call: CallOf<typeof EditFormParams>) {
    const { params, project, user } = call;
    const { title, description, allow_collaboration: allowCollaboration } = params;
    const write = async () => {
      const planned = manages(call) ? await this.plannedFieldsFacts.of(project.project.id, params) : {};
      const changes = { title, description, allowCollaboration, ...planned };
      await this.updateMergeRequest.execute(project, params.iid, changes, user);
    };
    const made = await attempt(write, [MergeRequestInvalid]);
    if ('value' in made) return new Redirect(withNotice(addressOf(call), 'saved'));
    const record = await this.mergeRequestFacts.one(project, params.iid, user);
    return this.formPage(call, record, { values: params, failures: made.failures });
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/state', {
    summary: 'Close or reopen a merge request in a browser',
    can: abilities.updateMergeRequest,
    params: StateFormParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound, SameBranch],
  })
  async state(@Call() call: CallOf<typeof StateFormParams>) {
    const { params, project, user } = call;
    const write = () => this.updateMergeRequest.execute(project, params.iid, { stateEvent: params.state_event }, user);
    const error = await refusalOf(write, STATE);
    return error === null ? new Redirect(addressOf(call)) : this.mergeRequestPage.show(call, { error });
  }

  @Endpoint.post('/-/project/:id/merge_requests/:iid/draft', {
    summary: 'Mark a merge request as a draft in a browser, or as ready',
    can: abilities.readMergeRequest,
    params: DraftFormParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound, MergeRequestExists, SameBranch, NotInForkNetwork],
  })
  async draft(@Call() call: CallOf<typeof DraftFormParams>) {
    const { params, project, user } = call;
    const { title } = await this.mergeRequestFacts.one(project, params.iid, user);
    const changed = params.draft ? titleOf(title, true) : withoutWorkInProgress(title);
    const write = () => this.updateMergeRequest.execute(project, params.iid, { title: changed }, user);
    const error = await refusalOf(write, DRAFT);
    return error === null ? new Redirect(addressOf(call)) : this.mergeRequestPage.show(call, { error });
  }

  private async formPage(
    call: CallOf<typeof OneParams>,
    record: MergeRequestFact['record'],
    form: FormState<EditValues>,
  ) {
    const { project, params, user } = call;
    const choices = await this.branchesFacts.collaborationChoices(record, project.project, user);
    const offersCollaboration = choices.includes(!record.allowCollaboration);
    const offers = { offersPlanning: manages(call), offersCollaboration };
    const data = presentEditPage(project, params.iid, form, offers);
    return this.pages.page(call, 'edit-merge-request', data);
  }
}

function manages({ project, user }: CallOf<typeof OneParams>): boolean {
  return may(abilities.manageMergeRequest, project, user);
}
