import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import type { z } from 'zod';
import { hookAbilities } from '../abilities.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { HookLimitReached, HookUrlInvalid, RecordNotFound } from '../refusals.js';
import { CreateHook } from './create.js';
import { DeleteHook } from './delete.js';
import { HookFacts, type HookFact } from './hook.facts.js';
import { hookChanges, hookParams, newHookOf, triggersAfter, type HookParams } from './hook.params.js';
import type { Trigger } from './hook.rules.js';
import { GroupHookView, HookView, presentGroupHook, presentHook } from './hook.view.js';
import { UpdateHook } from './update.js';

type AnyHookView = HookView | GroupHookView;

const VIEWS: Record<MemberSourceKind, z.ZodType<AnyHookView>> = { project: HookView, group: GroupHookView };

/** Builds the endpoints of hooks, which are the same for projects and groups. */
function hooksController(kind: MemberSourceKind): Type<object> {
  const { manage } = hookAbilities[kind];
  const Params = hookParams(kind);
  const View = VIEWS[kind];
  const at = `/${kind}s/:id/hooks`;
  const present = (hook: HookFact): AnyHookView => (kind === 'project' ? presentHook(hook) : presentGroupHook(hook));

  @Controller()
  class HooksController {
    constructor(
      private readonly hookFacts: HookFacts,
      private readonly createHook: CreateHook,
      private readonly updateHook: UpdateHook,
      private readonly deleteHook: DeleteHook,
    ) {}

    @Endpoint.get(at, {
      summary: `List the webhooks of a ${kind}`,
      can: manage,
      params: Params.list,
      returns: returns.page(View),
    })
    async list(@Call() call: CallOf<HookParams['list']>): Promise<Page<AnyHookView>> {
      const { page, per_page: perPage } = call.params;
      return (await this.hookFacts.page(memberSourceOf(kind, call), { page, perPage })).map(present);
    }

    @Endpoint.get(`${at}/:hook_id`, {
      summary: `Get a webhook of a ${kind}`,
      can: manage,
      params: Params.hook,
      returns: returns.json(View),
      refuses: [RecordNotFound],
    })
    async one(@Call() call: CallOf<HookParams['hook']>): Promise<AnyHookView> {
      return present(await this.hookFacts.one({ source: memberSourceOf(kind, call), id: call.params.hook_id }));
    }

    @Endpoint.post(at, {
      summary: `Create a webhook of a ${kind}`,
      can: manage,
      params: Params.create,
      returns: returns.json(View),
      refuses: [HookUrlInvalid, HookLimitReached],
    })
    async create(@Call() call: CallOf<HookParams['create']>): Promise<AnyHookView> {
      const { params, user } = call;
      const triggers = triggersAfter(['push_events'], params);
      const hook = await this.createHook.execute(memberSourceOf(kind, call), { ...newHookOf(params), triggers }, user);
      return present(this.hookFacts.opened(hook));
    }

    @Endpoint.put(`${at}/:hook_id`, {
      summary: `Change a webhook of a ${kind}`,
      can: manage,
      params: Params.update,
      returns: returns.json(View),
      refuses: [RecordNotFound, HookUrlInvalid],
    })
    async update(@Call() call: CallOf<HookParams['update']>): Promise<AnyHookView> {
      const { params, user } = call;
      const hookAt = { source: memberSourceOf(kind, call), id: params.hook_id };
      const triggersOf = (before: readonly Trigger[]) => triggersAfter(before, params);
      const hook = await this.updateHook.execute(hookAt, { ...hookChanges(params), url: params.url }, triggersOf, user);
      return present(this.hookFacts.opened(hook));
    }

    @Endpoint.delete(`${at}/:hook_id`, {
      summary: `Delete a webhook of a ${kind}`,
      can: manage,
      params: Params.hook,
      returns: returns.empty,
      refuses: [RecordNotFound],
    })
    delete(@Call() call: CallOf<HookParams['hook']>): Promise<void> {
      const { params, user, unlessModified } = call;
      const hookAt = { source: memberSourceOf(kind, call), id: params.hook_id };
      return this.deleteHook.execute(hookAt, user, unlessModified);
    }
  }
  return HooksController;
}

export class ProjectHooksController extends hooksController('project') {}
export class GroupHooksController extends hooksController('group') {}
