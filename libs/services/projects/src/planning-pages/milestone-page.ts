import { Injectable } from '@nestjs/common';
import type { EndpointCall } from '@hearth/http';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { MilestoneFacts } from '../milestones/milestone.facts.js';
import type { MilestoneRecord } from '../milestones/milestones.store.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { MilestoneNotFound } from '../refusals.js';
import { presentMilestoneForm, type MilestoneFormState } from './milestone-form.view.js';

/** The milestone of a page, and the page of its form. */
@Injectable()
export class MilestonePage {
  constructor(
    private readonly milestoneFacts: MilestoneFacts,
    private readonly pages: PageRenderer,
  ) {}

  /** @throws MilestoneNotFound */
  async find(kind: MemberSourceKind, call: EndpointCall<{ readonly iid: number }>): Promise<MilestoneRecord> {
    const parent = memberSourceOf(kind, call);
    const found = await this.milestoneFacts.page(parent, { iids: [call.params.iid] }, { page: 1, perPage: 1 });
    const [milestone] = found.items;
    if (!milestone) throw MilestoneNotFound();
    return milestone;
  }

  /** @param milestone null for a new one */
  form(
    kind: MemberSourceKind,
    call: EndpointCall<unknown>,
    milestone: MilestoneRecord | null,
    state: MilestoneFormState,
  ) {
    return this.pages.page(call, 'milestone-form', presentMilestoneForm(kind, call, milestone, state));
  }
}
