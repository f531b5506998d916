import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { SAMPLE_EVENT } from '../hook-payloads/system.view.js';
import { HookFacts } from '../hooks/hook.facts.js';
import { hookChanges, newHookOf } from '../hooks/hook.params.js';
import type { Trigger } from '../hooks/hook.rules.js';
import { HookLimitReached, HookUrlInvalid, RecordNotFound, SystemHookNotFound } from '../refusals.js';
import { CreateSystemHook } from './create.js';
import { DeleteSystemHook } from './delete.js';
import { SystemHookFacts } from './system-hook.facts.js';
import {
  CreateSystemHookParams,
  SystemHookParams,
  SystemHooksParams,
  systemTriggersAfter,
  UpdateSystemHookParams,
} from './system-hook.params.js';
import { presentSystemHook, SampleEventView, SystemHookView } from './system-hook.view.js';
import { TestSystemHook } from './test.js';
import { UpdateSystemHook } from './update.js';

const ONE = '/hooks/:hook_id';

/** Webhooks of the instance. */
@Controller()
export class SystemHooksController {
  constructor(
    private readonly systemHookFacts: SystemHookFacts,
    private readonly hookFacts: HookFacts,
    private readonly createSystemHook: CreateSystemHook,
    private readonly updateSystemHook: UpdateSystemHook,
    private readonly deleteSystemHook: DeleteSystemHook,
    private readonly testSystemHook: TestSystemHook,
  ) {}

  @Endpoint.get('/hooks', {
    summary: 'List the webhooks of the instance',
    admin: true,
    params: SystemHooksParams,
    returns: returns.page(SystemHookView),
  })
  async list(@Call() { params }: CallOf<typeof SystemHooksParams>): Promise<Page<SystemHookView>> {
    const { page, per_page: perPage } = params;
    return (await this.systemHookFacts.page({ page, perPage })).map(presentSystemHook);
  }

  @Endpoint.get(ONE, {
    summary: 'Get a webhook of the instance',
    admin: true,
    params: SystemHookParams,
    returns: returns.json(SystemHookView),
    refuses: [RecordNotFound],
  })
  async one(@Call() { params }: CallOf<typeof SystemHookParams>): Promise<SystemHookView> {
    return presentSystemHook(await this.systemHookFacts.one(params.hook_id));
  }

  @Endpoint.post('/hooks', {
    summary: 'Create a webhook of the instance',
    admin: true,
    params: CreateSystemHookParams,
    returns: returns.json(SystemHookView),
    refuses: [HookUrlInvalid, HookLimitReached],
  })
  async create(@Call() { params }: CallOf<typeof CreateSystemHookParams>): Promise<SystemHookView> {
    const triggers = systemTriggersAfter(['repository_update_events'], params);
    const hook = await this.createSystemHook.execute({ ...newHookOf(params), triggers });
    return presentSystemHook(this.hookFacts.opened(hook));
  }

  @Endpoint.put(ONE, {
    summary: 'Change a webhook of the instance',
    admin: true,
    params: UpdateSystemHookParams,
    returns: returns.json(SystemHookView),
    refuses: [RecordNotFound, HookUrlInvalid],
  })
  async update(@Call() { params }: CallOf<typeof UpdateSystemHookParams>): Promise<SystemHookView> {
    const changes = { ...hookChanges(params), url: params.url };
    const triggersOf = (before: readonly Trigger[]) => systemTriggersAfter(before, params);
    const hook = await this.updateSystemHook.execute(params.hook_id, changes, triggersOf);
    return presentSystemHook(this.hookFacts.opened(hook));
  }

  @Endpoint.delete(ONE, {
    summary: 'Delete a webhook of the instance',
    admin: true,
    params: SystemHookParams,
    returns: returns.empty,
    refuses: [SystemHookNotFound],
  })
  delete(@Call() { params, unlessModified }: CallOf<typeof SystemHookParams>): Promise<void> {
    return this.deleteSystemHook.execute(params.hook_id, unlessModified);
  }

  @Endpoint.post(ONE, {
    summary: 'Call a webhook of the instance with a sample',
    admin: true,
    params: SystemHookParams,
    returns: returns.json(SampleEventView),
    refuses: [RecordNotFound],
  })
  async test(@Call() { params }: CallOf<typeof SystemHookParams>) {
    await this.testSystemHook.execute(params.hook_id);
    return SAMPLE_EVENT;
  }
}
