import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { HookLimitReached, HookUrlInvalid, RecordNotFound } from '../refusals.js';
import { CreateHook } from './create.js';
import { DeleteHook } from './delete.js';
import { HookFacts } from './hook.facts.js';
import {
  CreateHookParams,
  HookParams,
  ListHooksParams,
  UpdateHookParams,
  hookChanges,
  triggersAfter,
} from './hook.params.js';
import type { Trigger } from './hook.rules.js';
import { HookView, presentHook } from './hook.view.js';
import { UpdateHook } from './update.js';

@Controller()
export class HooksController {
  constructor(
    private readonly hookFacts: HookFacts,
    private readonly createHook: CreateHook,
    private readonly updateHook: UpdateHook,
    private readonly deleteHook: DeleteHook,
  ) {}

  @Endpoint.get('/projects/:id/hooks', {
    summary: 'List the webhooks of a project',
    can: abilities.manageHook,
    params: ListHooksParams,
    returns: returns.page(HookView),
  })
  async list(@Call() { params, project }: CallOf<typeof ListHooksParams>): Promise<Page<HookView>> {
    const request = { page: params.page, perPage: params.per_page };
    return (await this.hookFacts.page(project.project.id, request)).map(presentHook);
  }

  @Endpoint.get('/projects/:id/hooks/:hook_id', {
    summary: 'Get a webhook',
    can: abilities.manageHook,
    params: HookParams,
    returns: returns.json(HookView),
    refuses: [RecordNotFound],
  })
  async one(@Call() { params, project }: CallOf<typeof HookParams>): Promise<HookView> {
    return presentHook(await this.hookFacts.one(project.project.id, params.hook_id));
  }

  @Endpoint.post('/projects/:id/hooks', {
    summary: 'Create a webhook',
    can: abilities.manageHook,
    params: CreateHookParams,
    returns: returns.json(HookView),
    refuses: [HookUrlInvalid, HookLimitReached],
  })
  async create(@Call() { params, project, user }: CallOf<typeof CreateHookParams>): Promise<HookView> {
    const { url, token = null, name = '', description = '', branchFilter = '', ...rest } = hookChanges(params);
    const { branchFilterStrategy = 'wildcard', verifyTls = true } = rest;
    const triggers = triggersAfter(['push_events'], params);
    const columns = { name, description, triggers, branchFilter, branchFilterStrategy, verifyTls };
    const hook = await this.createHook.execute(project.project.id, { url, token, ...columns }, user);
    return presentHook(this.hookFacts.opened(hook));
  }

  @Endpoint.put('/projects/:id/hooks/:hook_id', {
    summary: 'Change a webhook',
    can: abilities.manageHook,
    params: UpdateHookParams,
    returns: returns.json(HookView),
    refuses: [RecordNotFound, HookUrlInvalid],
  })
  async update(@Call() { params, project, user }: CallOf<typeof UpdateHookParams>): Promise<HookView> {
    const at = { projectId: project.project.id, id: params.hook_id };
    const triggersOf = (before: readonly Trigger[]) => triggersAfter(before, params);
    const hook = await this.updateHook.execute(at, hookChanges(params), triggersOf, user);
    return presentHook(this.hookFacts.opened(hook));
  }

  @Endpoint.delete('/projects/:id/hooks/:hook_id', {
    summary: 'Delete a webhook',
    can: abilities.manageHook,
    params: HookParams,
    returns: returns.empty,
    refuses: [RecordNotFound],
  })
  delete(@Call() { params, project, user, unlessModified }: CallOf<typeof HookParams>): Promise<void> {
    return this.deleteHook.execute(project.project.id, params.hook_id, user, unlessModified);
  }
}
