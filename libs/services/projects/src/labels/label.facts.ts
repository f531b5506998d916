import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import type { IssueCaller } from '../issues/issue.rules.js';
import { LabelNotFound } from '../refusals.js';
import { LabelsStore, type LabelRecord } from './labels.store.js';
import type { LabelReference } from './label.rules.js';

/** Label records for answers. */
@Injectable()
export class LabelFacts {
  constructor(
    private readonly db: Database,
    private readonly labelsStore: LabelsStore,
  ) {}

  /** Returns a page of the project's labels, ordered by name. */
  page(projectId: ProjectId, caller: IssueCaller, request: PageRequest): Promise<Page<LabelRecord>> {
    return this.labelsStore.page(this.db, projectId, caller, request);
  }

  /** @throws LabelNotFound */
  async one(projectId: ProjectId, caller: IssueCaller, reference: LabelReference): Promise<LabelRecord> {
    const label = await this.labelsStore.find(this.db, projectId, caller, reference);
    if (!label) throw LabelNotFound();
    return label;
  }
}
