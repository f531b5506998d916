import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { EndpointCall, Html, PageRequest, Search } from '@hearth/http';
import { FIRST_PAGE } from '@hearth/pages';
import { labelAbilities } from '../abilities.js';
import { GroupFacts } from '../groups/group.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { LabelFacts } from '../labels/label.facts.js';
import type { LabelReference } from '../labels/label.rules.js';
import type { MemberSourceKind } from '../members/membership.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { presentEditLabelPage, presentLabelListPage, type ShownLabel } from './label-pages.view.js';

/** Pages of the labels of a project or a group, for the endpoints of their forms. */
@Injectable()
export class LabelPage {
  constructor(
    private readonly labelFacts: LabelFacts,
    private readonly groupFacts: GroupFacts,
    private readonly pages: PageRenderer,
  ) {}

  /** Lists the labels of a project and its groups, or those of one group. */
  async list(
    kind: MemberSourceKind,
    call: EndpointCall<unknown>,
    shown: ShownLabel,
    { search, request = FIRST_PAGE }: { readonly search?: Search | undefined; readonly request?: PageRequest } = {},
  ): Promise<Html> {
    const filters = { withAncestors: kind === 'project', search };
    const page = await (kind === 'project'
      ? this.labelFacts.pageOfProject(call.project.project.id, issueCaller(call.user, call.project), filters, request)
      : this.labelFacts.pageOfGroup(call.group.group.id, call.user.userId, filters, request));
    const data = presentLabelListPage(kind, call, page, { ...shown, search: search?.text ?? '' });
    return this.pages.page(call, 'label-list', data);
  }

  /** @throws LabelNotFound */
  async edit(
    kind: MemberSourceKind,
    call: EndpointCall<unknown>,
    reference: LabelReference,
    shown: ShownLabel,
  ): Promise<Html> {
    const label = await this.one(kind, call, reference);
    const mayPromote = kind === 'project' && label.isOfProject && (await this.mayPromote(call));
    return this.pages.page(call, 'edit-label', presentEditLabelPage(kind, call, label, { ...shown, mayPromote }));
  }

  /** @throws LabelNotFound */
  one(kind: MemberSourceKind, call: EndpointCall<unknown>, reference: LabelReference) {
    return kind === 'project'
      ? this.labelFacts.oneInProject(call.project.project.id, issueCaller(call.user, call.project), reference)
      : this.labelFacts.oneInGroup(call.group.group.id, call.user.userId, reference);
  }

  private async mayPromote({ project, user }: EndpointCall<unknown>): Promise<boolean> {
    const group = await this.groupFacts.ofProject(project.project.namespaceId, user);
    return group !== null && may(labelAbilities.group.manage, group, user);
  }
}
