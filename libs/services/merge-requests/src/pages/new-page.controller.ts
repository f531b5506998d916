import { Controller } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
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
import { PageTexts, attempt, refusalOf, type Sentences } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { isCollaborationPossible } from '../collaborations/collaboration.rules.js';
import { CreateMergeRequest } from '../merge-requests/create.js';
import { defaultTarget } from '../merge-requests/default-target.rules.js';
import { squashesByDefault, squashesOnMerge } from '../merges/squash.rules.js';
import {
  MergeRequestExists,
  MergeRequestInvalid,
  MergeRequestsDisabled,
  NotInForkNetwork,
  SameBranch,
} from '../refusals.js';
import { DescriptionTemplatesFacts } from '../description-templates/description-templates.facts.js';
import { presentNewPage, titleOf, type NewFormState } from './edit-page.view.js';
import { NewFormParams, NewPageParams } from './page.params.js';
import { PageRenderer } from './page-renderer.js';
import { PlannedFieldsFacts } from './planned-fields.facts.js';

const CREATE: Sentences = [
  [MergeRequestExists, 'Another open merge request has the same branches.'],
  [SameBranch, 'Choose two different branches.'],
  [NotInForkNetwork, 'The projects are no forks of each other.'],
  [MergeRequestsDisabled, 'The project takes no merge requests.'],
  [ProjectNotFound, 'There is no such project to merge into.'],
  [Forbidden, 'You may not open merge requests into this project.'],
];

const UNPLANNED = { labels: [], assigneeIds: [], reviewerIds: [], milestoneId: null };

/** Page and form of a new merge request. */
@Controller()
export class NewPageController {
  constructor(
    private readonly access: AccessResolver,
    private readonly createMergeRequest: CreateMergeRequest,
    private readonly plannedFieldsFacts: PlannedFieldsFacts,
    private readonly descriptionTemplatesFacts: DescriptionTemplatesFacts,
    private readonly pageTexts: PageTexts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/merge_requests/new', {
    summary: 'Show the form of a new merge request',
    can: abilities.createMergeRequest,
    params: NewPageParams,
    returns: returns.html,
  })
  async form(@Call() call: CallOf<typeof NewPageParams>) {
    const targets = await this.targets(call);
    const { id, defaultBranch } = defaultTarget(call.project, targets[1] ?? null).project;
    const { merge_request: given, template } = call.params;
    const source = given.source_branch ?? '';
    const target = given.target_branch ?? defaultBranch ?? '';
    const templates = await this.descriptionTemplatesFacts.of(call.project, call.user, template);
    const { title = titleOf(source), description = templates.text } = given;
    const values = {
      ...{ title, description, source_branch: source, target_branch: target },
      ...{ target_project_id: id, remove_source_branch: false, squash: squashesByDefault(call.project.project) },
      allow_collaboration: true,
    };
    return this.show(call, { values, templates }, targets);
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
    if (params.preview) {
      const context = { project: project.project.fullPath };
      const [preview] = await this.pageTexts.of([params.description], context, call.caller);
      return this.show(call, { values: params, preview: preview! });
    }
    const given = {
      ...{ title: params.title, description: params.description },
      ...{ sourceBranch: params.source_branch, targetBranch: params.target_branch },
      targetProjectId: params.target_project_id as ProjectId,
      forceRemoveSourceBranch: params.remove_source_branch,
      squash: offersSquash(project) ? params.squash : undefined,
      allowCollaboration: params.allow_collaboration,
    };
    let opened: Awaited<ReturnType<CreateMergeRequest['execute']>> | undefined;
    const write = async () => {
      opened = await this.createMergeRequest.execute(project, { ...given, ...(await this.planned(call)) }, user);
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

  /** Names are looked up in a target that the caller manages only, so that they reveal nothing of others. @throws MergeRequestInvalid */
  private async planned(call: CallOf<typeof NewFormParams>) {
    const { params, user } = call;
    const target = (await this.targets(call)).find(({ project }) => project.id === params.target_project_id);
    const isManaged = target && may(abilities.manageMergeRequest, target, user);
    const fields = isManaged && (await this.plannedFieldsFacts.of(target.project.id, params));
    return fields || UNPLANNED;
  }

  /** Returns the project itself, and the one that it was forked from if that is visible to the caller. */
  private async targets({ project, user }: EndpointCall<unknown>): Promise<readonly ProjectAccess[]> {
    const { forkedFromId } = project.project;
    const origin = forkedFromId === null ? null : await this.access.project({ id: forkedFromId }, user);
    return origin ? [project, origin] : [project];
  }

  private async show(call: EndpointCall<unknown>, form: NewFormState, known?: readonly ProjectAccess[]): Promise<Html> {
    const { project, user } = call;
    const targets = known ?? (await this.targets(call));
    const offers = {
      offersSquash: offersSquash(project),
      offersPlanning: targets.some((target) => may(abilities.manageMergeRequest, target, user)),
      offersCollaboration: targets.some((target) => isCollaborationPossible(project.project, target.project)),
    };
    return this.pages.page(call, 'new-merge-request', presentNewPage(project, targets, form, offers));
  }
}

/** Whether the project lets the author choose about squashing. */
function offersSquash({ project }: ProjectAccess): boolean {
  return squashesOnMerge(project, true) && !squashesOnMerge(project, false);
}
