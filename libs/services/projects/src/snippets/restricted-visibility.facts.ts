import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, Visibility } from '@hearth/contract-kit';
import { ReadSettingsQuery } from '@hearth/identity-contracts';
import { restrictedErrors } from '../projects/new-project.rules.js';
import type { FieldErrors } from '../field-errors.rules.js';

/** Visibilities that the instance restricts to admins. */
@Injectable()
export class RestrictedVisibilityFacts {
  constructor(private readonly calls: Calls) {}

  /** Error of a snippet's new visibility, if the actor may not choose it. */
  async errors(visibility: Visibility, { admin }: Principal): Promise<FieldErrors> {
    if (admin) return {};
    const { restrictedVisibilities } = await this.calls.query(ReadSettingsQuery, {});
    return restrictedVisibilities.includes(visibility) ? restrictedErrors(visibility) : {};
  }
}
