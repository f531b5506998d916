import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { VISIBILITIES, type Principal, type Visibility } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ReadSettingsQuery } from '@hearth/identity-contracts';
import { CreationTargetsFinder, type CreationTarget } from './creation-targets.finder.js';

/** Choices of the caller for a new project or group. */
export interface CreationChoices {
  readonly targets: readonly CreationTarget[];
  readonly visibilities: readonly Visibility[];
  readonly visibility: Visibility;
}

/** Reads for the forms of new projects and groups. */
@Injectable()
export class CreationFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly creationTargetsFinder: CreationTargetsFinder,
  ) {}

  /** @param asked id of the namespace that the form begins with */
  async choices(what: 'projects' | 'subgroups', caller: Principal, asked?: number): Promise<CreationChoices> {
    const [targets, settings] = await Promise.all([
      this.creationTargetsFinder.find(this.db, what, caller, asked ?? null),
      this.calls.query(ReadSettingsQuery, {}),
    ]);
    const { restrictedVisibilities, defaultProjectVisibility, defaultGroupVisibility } = settings;
    return {
      targets,
      visibilities: VISIBILITIES.filter((each) => caller.admin || !restrictedVisibilities.includes(each)),
      visibility: what === 'projects' ? defaultProjectVisibility : defaultGroupVisibility,
    };
  }

  targets(caller: Principal): Promise<CreationTarget[]> {
    return this.creationTargetsFinder.find(this.db, 'projects', caller, null);
  }
}
