import { Controller } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import type { ProjectAccess, ProjectId } from '@hearth/contract-kit';
import {
  Call,
  Endpoint,
  Forbidden,
  ProjectNotFound,
  Redirect,
  returns,
  type CallOf,
  type EndpointCall,
  type Html,
} from '@hearth/http';
import { NOTE_BODY } from '@hearth/notes';
import { attempt, refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { CreateMergeRequest } from '../merge-requests/create.js';
import { squashesByDefault, squashesOnMerge } from '../merges/squash.rules.js';
import {
  MergeRequestExists,
  MergeRequestInvalid,
  MergeRequestsDisabled,
  NotInForkNetwork,
  SameBranch,
} from '../refusals.js';
import { presentNewPage, titleOf, type FormState, type NewValues } from './edit-page.view.js';
import { NewFormParams, NewPageParams } from './page.params.js';
import { PageRenderer } from './page-renderer.js';

const CREATE: Sentences = [
  [MergeRequestExists, 'Another open merge request has the same branches.'],
  [SameBranch, 'Choose two different branches.'],
  [NotInForkNetwork, 'The projects are no forks of each other.'],
  [MergeRequestsDisabled, 'The project takes no merge requests.'],
  [ProjectNotFound, 'There is no such project to merge into.'],
  [Forbidden, 'You may not open merge requests into this project.'],
];

/** Page and form of a new merge request. */
@Controller()
export class NewPageController {
  constructor(
    private readonly access: AccessResolver,
    private readonly createMergeRequest: CreateMergeRequest,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/merge_requests/new', {
    summary: 'Show the form of a new merge request',
    can: abilities.createMergeRequest,
    params: NewPageParams,
    returns: returns.html,
  })
  form(@Call() call: CallOf<typeof NewPageParams>) {
    const { project } = call.project;
    const { source = '', target = project.defaultBranch ?? '' } = call.params;
    const values = {
      ...{ title: titleOf(source), description: '', source_branch: source, target_branch: target },
      ...{ target_project_id: project.id, remove_source_branch: false, squash: squashesByDefault(project) },
    };
    return this.show(call, { values });
  }

  @Endpoint.post('/-/project/:id/merge_requests', {
    summary: 'Open a merge request in a browser',
    can: abilities.createMergeRequest,
    params: NewFormParams,
    jsonLimit: NOTE_BODY,
    returns: returns.html,
  })
  async create(@Call() call: CallOf<typeof NewFormParams>) {
    const { params, project, user } = call;
    const given = {
      ...{ title: params.title, description: params.description, labels: [], assigneeIds: [], reviewerIds: [] },
      ...{ sourceBranch: params.source_branch, targetBranch: params.target_branch, milestoneId: null },
      targetProjectId: params.target_project_id as ProjectId,
      forceRemoveSourceBranch: params.remove_source_branch,
      squash: offersSquash(project) ? params.squash : undefined,
    };
    let opened: Awaited<ReturnType<CreateMergeRequest['execute']>> | undefined;
    const write = async () => {
      opened = await this.createMergeRequest.execute(project, given, user);
    };
    const made = await attempt(() => refusalOf(write, CREATE), [MergeRequestInvalid]);
    if ('failures' in made) {
      const failures = made.failures.map(({ field, text }) =>
        field === 'base' ? { field: null, text: text.replace(/^Base /, '') } : { field, text },
      );
      return this.show(call, { values: params, failures });
    }
    if (made.value !== null) return this.show(call, { values: params, error: made.value });
    const { target, iid } = opened!;
    return new Redirect(`/${target.project.fullPath}/-/merge_requests/${iid}`);
  }

  private async show(call: EndpointCall<unknown>, form: FormState<NewValues>): Promise<Html> {
    const { project } = call;
    const { forkedFromId } = project.project;
    const origin = forkedFromId === null ? null : await this.access.project({ id: forkedFromId }, call.user);
    const targets = origin ? [project, origin] : [project];
    return this.pages.page(call, 'new-merge-request', presentNewPage(project, targets, form, offersSquash(project)));
  }
}

/** Whether the project lets the author choose about squashing. */
function offersSquash({ project }: ProjectAccess): boolean {
  return squashesOnMerge(project, true) && !squashesOnMerge(project, false);
}
