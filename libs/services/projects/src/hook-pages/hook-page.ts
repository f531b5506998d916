import { Injectable } from '@nestjs/common';
import type { EndpointCall, Html, PageRequest } from '@hearth/http';
import { FIRST_PAGE } from '@hearth/pages';
import { DeliveryFacts } from '../hook-deliveries/delivery.facts.js';
import { HookFacts } from '../hooks/hook.facts.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import type { OneHook } from './hook-page.params.js';
import { presentHookPage, presentHooksPage, type ShownHook } from './hook-pages.view.js';

/** Pages of the hooks of a project or a group, for the endpoints of their forms. */
@Injectable()
export class HookPage {
  constructor(
    private readonly hookFacts: HookFacts,
    private readonly deliveryFacts: DeliveryFacts,
    private readonly pages: PageRenderer,
  ) {}

  async list(
    kind: MemberSourceKind,
    call: EndpointCall<unknown>,
    shown: ShownHook,
    request: PageRequest = FIRST_PAGE,
  ): Promise<Html> {
    const page = await this.hookFacts.page(memberSourceOf(kind, call), request);
    return this.pages.page(call, 'hooks', presentHooksPage(kind, call, page, shown));
  }

  /** @throws RecordNotFound */
  async one(
    kind: MemberSourceKind,
    call: EndpointCall<OneHook>,
    shown: ShownHook,
    request: PageRequest = FIRST_PAGE,
  ): Promise<Html> {
    const at = { source: memberSourceOf(kind, call), id: call.params.hook_id };
    const [hook, deliveries] = await Promise.all([this.hookFacts.one(at), this.deliveryFacts.page(at, request)]);
    return this.pages.page(call, 'hook', presentHookPage(kind, call, hook, deliveries, shown));
  }
}
