import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { StaleDateInvalid } from '../refusals.js';
import { EnvironmentsStore } from './environments.store.js';

const DAY_MS = 24 * 3600 * 1000;
/** Days before today within which the date has to be. */
const [LEAST_DAYS, MOST_DAYS] = [7, 3652];

/** Stops the environments of a project that were last changed or deployed to before a date; within a minute, as those whose time has come. */
@Injectable()
export class StopStaleEnvironments {
  constructor(
    private readonly db: Database,
    private readonly environmentsStore: EnvironmentsStore,
  ) {}

  /** @throws StaleDateInvalid */
  async execute(projectId: ProjectId, before: Date, now = new Date()): Promise<void> {
    const days = (now.getTime() - before.getTime()) / DAY_MS;
    if (days < LEAST_DAYS || days > MOST_DAYS) throw StaleDateInvalid();
    await this.db.tx((tx) => this.environmentsStore.expireStale(tx, projectId, before));
  }
}
