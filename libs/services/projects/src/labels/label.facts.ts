import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import type { IssueCaller } from '../issues/issue.rules.js';
import { LabelNotFound } from '../refusals.js';
import { LabelsStore, type LabelFilters, type LabelRecord, type ProjectLabelRecord } from './labels.store.js';
import type { LabelReference } from './label.rules.js';

/** Label records for answers. */
@Injectable()
export class LabelFacts {
  constructor(
    private readonly db: Database,
    private readonly labelsStore: LabelsStore,
  ) {}

  /** Returns a page of the labels of a project and its groups, ordered by name. */
  pageOfProject(
    projectId: ProjectId,
    caller: IssueCaller,
    filters: LabelFilters,
    request: PageRequest,
  ): Promise<Page<ProjectLabelRecord>> {
    return this.labelsStore.pageOfProject(this.db, projectId, caller, filters, request);
  }

  /** Returns a page of the labels of a group and its ancestors, ordered by name. */
  pageOfGroup(
    groupId: number,
    userId: UserId,
    filters: LabelFilters,
    request: PageRequest,
  ): Promise<Page<LabelRecord>> {
    return this.labelsStore.pageOfGroup(this.db, groupId, userId, filters, request);
  }

  /** A label of the project or of a group around it. @throws LabelNotFound */
  async oneInProject(
    projectId: ProjectId,
    caller: IssueCaller,
    reference: LabelReference,
  ): Promise<ProjectLabelRecord> {
    const label = await this.labelsStore.findInProject(this.db, projectId, caller, reference);
    if (!label) throw LabelNotFound();
    return label;
  }

  /** A label of the group or of an ancestor. @throws LabelNotFound */
  async oneInGroup(groupId: number, userId: UserId, reference: LabelReference): Promise<LabelRecord> {
    const label = await this.labelsStore.findInGroup(this.db, groupId, userId, reference);
    if (!label) throw LabelNotFound();
    return label;
  }
}
