import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { TriggerNotFound } from '../refusals.js';
import { CreateTrigger } from './create.js';
import { DeleteTrigger } from './delete.js';
import { TriggerFacts } from './trigger.facts.js';
import { CreateTriggerParams, TriggerParams, TriggersParams, UpdateTriggerParams } from './trigger.params.js';
import { TriggerView, presentTrigger } from './trigger.view.js';
import { UpdateTrigger } from './update.js';

@Controller()
export class TriggersController {
  constructor(
    private readonly triggerFacts: TriggerFacts,
    private readonly createTrigger: CreateTrigger,
    private readonly updateTrigger: UpdateTrigger,
    private readonly deleteTrigger: DeleteTrigger,
  ) {}

  @Endpoint.get('/projects/:id/triggers', {
    summary: 'List the triggers of a project',
    can: abilities.adminBuild,
    params: TriggersParams,
    returns: returns.page(TriggerView),
  })
  async list(@Call() { project, params, user, caller }: CallOf<typeof TriggersParams>): Promise<Page<TriggerView>> {
    const { page, per_page: perPage } = params;
    const triggers = await this.triggerFacts.page(project.project.id, { page, perPage });
    return triggers.map((fact) => presentTrigger(fact, user.userId, caller.baseUrl));
  }

  @Endpoint.get('/projects/:id/triggers/:trigger_id', {
    summary: 'Get a trigger of a project',
    can: abilities.adminBuild,
    params: TriggerParams,
    returns: returns.json(TriggerView),
    refuses: [TriggerNotFound],
  })
  async one(@Call() { project, params, user, caller }: CallOf<typeof TriggerParams>): Promise<TriggerView> {
    const fact = await this.triggerFacts.one(project.project.id, params.trigger_id);
    return presentTrigger(fact, user.userId, caller.baseUrl);
  }

  @Endpoint.post('/projects/:id/triggers', {
    summary: 'Create a trigger of a project',
    can: abilities.adminBuild,
    params: CreateTriggerParams,
    returns: returns.json(TriggerView),
  })
  async create(@Call() { project, params, user, caller }: CallOf<typeof CreateTriggerParams>): Promise<TriggerView> {
    const trigger = await this.createTrigger.execute(project.project.id, params.description, user.userId);
    return presentTrigger(await this.triggerFacts.of(trigger), user.userId, caller.baseUrl);
  }

  @Endpoint.put('/projects/:id/triggers/:trigger_id', {
    summary: 'Update a trigger of a project',
    can: abilities.adminBuild,
    params: UpdateTriggerParams,
    returns: returns.json(TriggerView),
    refuses: [TriggerNotFound],
  })
  async update(@Call() { project, params, user, caller }: CallOf<typeof UpdateTriggerParams>): Promise<TriggerView> {
    const { trigger_id: id, description } = params;
    const trigger = await this.updateTrigger.execute(project.project.id, id, { description });
    return presentTrigger(await this.triggerFacts.of(trigger), user.userId, caller.baseUrl);
  }

  @Endpoint.post('/projects/:id/triggers/:trigger_id/take_ownership', {
    summary: 'Become the owner of a trigger, with whose rights its pipelines run',
    can: abilities.adminBuild,
    status: 200,
    params: TriggerParams,
    returns: returns.json(TriggerView),
    refuses: [TriggerNotFound],
  })
  async takeOwnership(@Call() { project, params, user, caller }: CallOf<typeof TriggerParams>): Promise<TriggerView> {
    const changes = { ownerId: user.userId };
    const trigger = await this.updateTrigger.execute(project.project.id, params.trigger_id, changes);
    return presentTrigger(await this.triggerFacts.of(trigger), user.userId, caller.baseUrl);
  }

  @Endpoint.delete('/projects/:id/triggers/:trigger_id', {
    summary: 'Delete a trigger of a project',
    can: abilities.adminBuild,
    params: TriggerParams,
    returns: returns.empty,
    refuses: [TriggerNotFound],
  })
  delete(@Call() { project, params, unlessModified }: CallOf<typeof TriggerParams>): Promise<void> {
    return this.deleteTrigger.execute(project.project.id, params.trigger_id, unlessModified);
  }
}
