import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt, pageOf } from '@hearth/pages';
import { hookAbilities } from '../abilities.js';
import { ResendDelivery } from '../hook-deliveries/resend.js';
import { CreateHook } from '../hooks/create.js';
import { DeleteHook } from '../hooks/delete.js';
import { hookChanges, newHookOf, triggersAfter } from '../hooks/hook.params.js';
import type { Trigger } from '../hooks/hook.rules.js';
import { UpdateHook } from '../hooks/update.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { HookLimitReached, HookUrlInvalid, RecordNotFound } from '../refusals.js';
import { HookPage } from './hook-page.js';
import { hookPageParams, noticeOf, withNotice, type HookPageParams, type OneHook } from './hook-page.params.js';
import { hooksAddress } from './hook-pages.view.js';

const FIELDS = { [HookUrlInvalid.code]: 'url' };

/** Builds the pages of hooks, which are the same for projects and groups. */
function hookPagesController(kind: MemberSourceKind): Type<object> {
  const { manage } = hookAbilities[kind];
  const Params = hookPageParams(kind);
  const at = `/-/${kind}/:id/hooks`;

  @Controller()
  class HookPagesController {
    constructor(
      private readonly createHook: CreateHook,
      private readonly updateHook: UpdateHook,
      private readonly deleteHook: DeleteHook,
      private readonly resendDelivery: ResendDelivery,
      private readonly hookPage: HookPage,
      private readonly pages: PageRenderer,
    ) {}

    @Endpoint.get(at, {
      summary: `Show the webhooks of a ${kind}`,
      can: manage,
      params: Params.list,
      returns: returns.html,
    })
    list(@Call() call: CallOf<HookPageParams['list']>) {
      const { page, done } = call.params;
      return this.hookPage.list(kind, call, { notice: noticeOf(done) }, pageOf(page));
    }

    @Endpoint.post(at, {
      summary: `Create a webhook of a ${kind} in a browser`,
      can: manage,
      params: Params.create,
      returns: returns.html,
    })
    async create(@Call() call: CallOf<HookPageParams['create']>) {
      const { params, user } = call;
      const hook = { ...newHookOf({ ...params, token: params.token || null }), triggers: triggersAfter([], params) };
      const made = await attempt(
        () => this.createHook.execute(memberSourceOf(kind, call), hook, user),
        [HookUrlInvalid, HookLimitReached],
        {},
        FIELDS,
      );
      if ('failures' in made) return this.hookPage.list(kind, call, { values: params, failures: made.failures });
      return new Redirect(withNotice(`${hooksAddress(kind, call)}/${made.value.id}`, 'created'));
    }

    @Endpoint.get(`${at}/:hook_id`, {
      summary: `Show a webhook of a ${kind} with its deliveries`,
      can: manage,
      params: Params.show,
      returns: returns.html,
      refuses: [RecordNotFound],
    })
    show(@Call() call: CallOf<HookPageParams['show']>) {
      const { page, done } = call.params;
      return this.hookPage.one(kind, call, { notice: noticeOf(done) }, pageOf(page));
    }

    @Endpoint.post(`${at}/:hook_id`, {
      summary: `Change a webhook of a ${kind} in a browser`,
      can: manage,
      params: Params.update,
      returns: returns.html,
      refuses: [RecordNotFound],
    })
    async update(@Call() call: CallOf<HookPageParams['update']>) {
      const { params, user } = call;
      const token = params.remove_token ? null : params.token || undefined;
      const changes = { ...hookChanges({ ...params, token }), url: params.url };
      const triggersOf = (before: readonly Trigger[]) => triggersAfter(before, params);
      const made = await attempt(
        () => this.updateHook.execute(this.hookOf(call), changes, triggersOf, user),
        [HookUrlInvalid],
        {},
        FIELDS,
      );
      if ('failures' in made) return this.hookPage.one(kind, call, { values: params, failures: made.failures });
      return this.back(call, 'saved');
    }

    @Endpoint.post(`${at}/:hook_id/delete`, {
      summary: `Delete a webhook of a ${kind} in a browser`,
      can: manage,
      params: Params.delete,
      returns: returns.html,
      refuses: [RecordNotFound],
    })
    async delete(@Call() call: CallOf<HookPageParams['delete']>) {
      const back = hooksAddress(kind, call);
      if (!call.params.confirmed) {
        const text = 'It is called no more, and its deliveries are no longer listed.';
        const cancel = `${back}/${call.params.hook_id}`;
        return this.pages.confirm(call, { title: 'Delete the webhook?', text, button: 'Delete', back: cancel });
      }
      await this.deleteHook.execute(this.hookOf(call), call.user, call.unlessModified);
      return new Redirect(withNotice(back, 'deleted'));
    }

    @Endpoint.post(`${at}/:hook_id/events/:hook_event_id/resend`, {
      summary: `Deliver an event to a webhook of a ${kind} again, in a browser`,
      can: manage,
      params: Params.resend,
      returns: returns.html,
      refuses: [RecordNotFound],
    })
    async resend(@Call() call: CallOf<HookPageParams['resend']>) {
      await this.resendDelivery.execute(this.hookOf(call), call.params.hook_event_id, call.user);
      return this.back(call, 'queued');
    }

    private hookOf(call: EndpointCall<OneHook>) {
      return { source: memberSourceOf(kind, call), id: call.params.hook_id };
    }

    private back(call: EndpointCall<OneHook>, notice: 'saved' | 'queued') {
      return new Redirect(withNotice(`${hooksAddress(kind, call)}/${call.params.hook_id}`, notice));
    }
  }
  return HookPagesController;
}

/** Pages of the hooks of projects. */
export class ProjectHookPagesController extends hookPagesController('project') {}

/** Pages of the hooks of groups. */
export class GroupHookPagesController extends hookPagesController('group') {}
