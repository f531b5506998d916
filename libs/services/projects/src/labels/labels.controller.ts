import { Controller } from '@nestjs/common';
import { Call, Endpoint, NotModified, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { issueCaller } from '../issues/issue.rules.js';
import { LabelExists, LabelInvalid, LabelNotFound } from '../refusals.js';
import { CreateLabel } from './create.js';
import { DeleteLabel } from './delete.js';
import { LabelFacts } from './label.facts.js';
import {
  CreateLabelParams,
  LabelParams,
  ListLabelsParams,
  NamedLabelParams,
  UpdateLabelParams,
  UpdateNamedLabelParams,
  labelChanges,
} from './label.params.js';
import { LabelView, presentLabel } from './label.view.js';
import type { LabelReference } from './label.rules.js';
import { SubscribeToLabel } from './subscribe.js';
import { UpdateLabel } from './update.js';

type LabelCall = Pick<CallOf<typeof LabelParams>, 'project' | 'user'>;

/** Labels are identified by id or name in the path, or by the parameter `name`, which older clients send. */
@Controller()
export class LabelsController {
  constructor(
    private readonly labelFacts: LabelFacts,
    private readonly createLabel: CreateLabel,
    private readonly updateLabel: UpdateLabel,
    private readonly deleteLabel: DeleteLabel,
    private readonly subscribeToLabel: SubscribeToLabel,
  ) {}

  @Endpoint.get('/projects/:id/labels', {
    summary: 'List the labels of a project',
    can: abilities.readLabel,
    params: ListLabelsParams,
    returns: returns.page(LabelView),
  })
  async list(@Call() { params, project, user }: CallOf<typeof ListLabelsParams>): Promise<Page<LabelView>> {
    const caller = issueCaller(user, project);
    const request = { page: params.page, perPage: params.per_page };
    return (await this.labelFacts.page(project.project.id, caller, request)).map(presentLabel);
  }

  @Endpoint.get('/projects/:id/labels/:label_id', {
    summary: 'Get a label',
    can: abilities.readLabel,
    params: LabelParams,
    returns: returns.json(LabelView),
    refuses: [LabelNotFound],
  })
  one(@Call() call: CallOf<typeof LabelParams>): Promise<LabelView> {
    return this.read(call, call.params.label_id);
  }

  @Endpoint.post('/projects/:id/labels', {
    summary: 'Create a label',
    can: abilities.manageLabel,
    params: CreateLabelParams,
    returns: returns.json(LabelView),
    refuses: [LabelExists, LabelInvalid],
  })
  async create(@Call() call: CallOf<typeof CreateLabelParams>): Promise<LabelView> {
    const { name, color, description = null, priority = null } = call.params;
    const label = { name, color: color.trim(), description, priority };
    await this.createLabel.execute(call.project.project.id, label, call.user);
    return this.read(call, { id: null, name });
  }

  @Endpoint.put('/projects/:id/labels', {
    summary: 'Change the label of a name',
    can: abilities.manageLabel,
    params: UpdateNamedLabelParams,
    returns: returns.json(LabelView),
    refuses: [LabelNotFound, LabelInvalid],
  })
  updateNamed(@Call() call: CallOf<typeof UpdateNamedLabelParams>): Promise<LabelView> {
    return this.change(call, { id: null, name: call.params.name }, labelChanges(call.params));
  }

  @Endpoint.put('/projects/:id/labels/:label_id', {
    summary: 'Change a label',
    can: abilities.manageLabel,
    params: UpdateLabelParams,
    returns: returns.json(LabelView),
    refuses: [LabelNotFound, LabelInvalid],
  })
  update(@Call() call: CallOf<typeof UpdateLabelParams>): Promise<LabelView> {
    return this.change(call, call.params.label_id, labelChanges(call.params));
  }

  @Endpoint.delete('/projects/:id/labels', {
    summary: 'Delete the label of a name',
    can: abilities.manageLabel,
    params: NamedLabelParams,
    returns: returns.empty,
    refuses: [LabelNotFound],
  })
  deleteNamed(@Call() { params, project, user, unlessModified }: CallOf<typeof NamedLabelParams>): Promise<void> {
    return this.deleteLabel.execute(project.project.id, { id: null, name: params.name }, user, unlessModified);
  }

  @Endpoint.delete('/projects/:id/labels/:label_id', {
    summary: 'Delete a label',
    can: abilities.manageLabel,
    params: LabelParams,
    returns: returns.empty,
    refuses: [LabelNotFound],
  })
  delete(@Call() { params, project, user, unlessModified }: CallOf<typeof LabelParams>): Promise<void> {
    return this.deleteLabel.execute(project.project.id, params.label_id, user, unlessModified);
  }

  @Endpoint.post('/projects/:id/labels/:label_id/subscribe', {
    summary: 'Subscribe to a label',
    can: abilities.readLabel,
    params: LabelParams,
    returns: returns.json(LabelView),
    refuses: [LabelNotFound, NotModified],
  })
  subscribe(@Call() call: CallOf<typeof LabelParams>): Promise<LabelView> {
    return this.setSubscribed(call, true);
  }

  @Endpoint.post('/projects/:id/labels/:label_id/unsubscribe', {
    summary: 'End the subscription to a label',
    can: abilities.readLabel,
    params: LabelParams,
    returns: returns.json(LabelView),
    refuses: [LabelNotFound, NotModified],
  })
  unsubscribe(@Call() call: CallOf<typeof LabelParams>): Promise<LabelView> {
    return this.setSubscribed(call, false);
  }

  private async change(
    call: LabelCall,
    reference: LabelReference,
    changes: ReturnType<typeof labelChanges>,
  ): Promise<LabelView> {
    const id = await this.updateLabel.execute(call.project.project.id, reference, changes, call.user);
    return this.read(call, { id, name: '' });
  }

  private async setSubscribed(call: CallOf<typeof LabelParams>, subscribed: boolean): Promise<LabelView> {
    const { params, project, user } = call;
    await this.subscribeToLabel.execute(project.project.id, params.label_id, user.userId, subscribed);
    return this.read(call, params.label_id);
  }

  private async read({ project, user }: LabelCall, reference: LabelReference): Promise<LabelView> {
    const caller = issueCaller(user, project);
    return presentLabel(await this.labelFacts.one(project.project.id, caller, reference));
  }
}
