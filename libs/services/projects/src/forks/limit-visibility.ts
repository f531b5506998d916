import { Injectable } from '@nestjs/common';
import { VISIBILITIES, type ProjectId, type Visibility } from '@hearth/contract-kit';
import { AccessRevokedEvent, ProjectUpdatedEvent } from '@hearth/projects-contracts';
import type { Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import type { FieldErrors } from '../field-errors.rules.js';
import { ForksStore, LOWERED_AT_ONCE } from './forks.store.js';

/** Keeps forks from being more open than their sources; runs inside larger writes, which have locked the project. */
@Injectable()
export class LimitForkVisibility {
  constructor(
    private readonly forksStore: ForksStore,
    private readonly outbox: Outbox,
  ) {}

  /** Errors of a project's new visibility. @param wanted undefined: the visibility does not change */
  async errors(
    tx: Tx,
    { forkedFromId }: { forkedFromId: ProjectId | null },
    wanted: Visibility | undefined,
  ): Promise<FieldErrors> {
    if (wanted === undefined || forkedFromId === null) return {};
    const allowed = await this.forksStore.visibilityOf(tx, forkedFromId);
    if (allowed === undefined || !above(allowed).includes(wanted)) return {};
    return { visibility_level: [`${wanted} is not allowed since the fork source project has lower visibility.`] };
  }

  /** Lowers all direct and indirect forks of a project to its new visibility. @param before the previous visibility */
  async lower(tx: Tx, projectId: ProjectId, before: Visibility, to: Visibility | undefined): Promise<void> {
    if (to === undefined || !above(to).includes(before)) return;
    const change = { to, higher: above(to) };
    while ((await this.lowerSome(tx, projectId, change)) === LOWERED_AT_ONCE);
  }

  private async lowerSome(tx: Tx, projectId: ProjectId, change: Parameters<ForksStore['lowerForks']>[2]) {
    const lowered = await this.forksStore.lowerForks(tx, projectId, change);
    const everybody = { namespaceId: null, userId: null, groupId: null };
    const events = lowered.flatMap((fork) => [
      { event: ProjectUpdatedEvent, data: fork },
      { event: AccessRevokedEvent, data: { projectId: fork.projectId, ...everybody } },
    ]);
    await this.outbox.appendAll(tx, events);
    return lowered.length;
  }
}

function above(visibility: Visibility): Visibility[] {
  return VISIBILITIES.slice(VISIBILITIES.indexOf(visibility) + 1);
}
