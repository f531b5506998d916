import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { EndpointCall, Html } from '@hearth/http';
import { FIRST_PAGE } from '@hearth/pages';
import { memberAbilities } from '../abilities.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MemberPageFacts, type MemberList } from './member-page.facts.js';
import { presentGroupMembers, presentProjectMembers, type ShownMembers } from './member-pages.view.js';

const FIRST: MemberList = { scope: 'direct', search: undefined, request: FIRST_PAGE };

/** Page of the members of a project or a group, for the endpoints of its forms. */
@Injectable()
export class MemberPage {
  constructor(
    private readonly memberPageFacts: MemberPageFacts,
    private readonly pages: PageRenderer,
  ) {}

  async show(kind: MemberSourceKind, call: EndpointCall<unknown>, shown: ShownMembers, list = FIRST): Promise<Html> {
    const { user } = call;
    const manages = may(memberAbilities[kind].manage, call[kind], user);
    const by = { caller: user, level: call[kind].level, manages };
    const fact = await this.memberPageFacts.of(memberSourceOf(kind, call), list, by);
    return kind === 'project'
      ? this.pages.page(call, 'project-members', presentProjectMembers(call, list, fact, shown))
      : this.pages.page(call, 'group-members', presentGroupMembers(call, list, fact, shown));
  }

  /** Shows the page with the sentence of a refusal. */
  failed(kind: MemberSourceKind, call: EndpointCall<unknown>, text: string): Promise<Html> {
    return this.show(kind, call, { failures: [{ field: null, text }] });
  }
}
