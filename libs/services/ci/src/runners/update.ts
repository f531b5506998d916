import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { BuildsStore } from '../builds/builds.store.js';
import { RunnerForbidden, RunnerNotFound, RunnerTakesNothing } from '../refusals.js';
import { RunnerAccessFacts } from './runner-access.facts.js';
import { RunnersStore, type RunnerDetail, type RunnerSettings } from './runners.store.js';

/** Changes the settings that decide which jobs a runner takes. */
@Injectable()
export class UpdateRunner {
  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly buildsStore: BuildsStore,
    private readonly audit: Audit,
    private readonly runnerAccessFacts: RunnerAccessFacts,
  ) {}

  /**
   * @param changes `undefined` leaves a field as it is
   * @throws RunnerNotFound, RunnerTakesNothing; RunnerForbidden for shared runners, and unless the actor owns its group or manages every project of it
   */
  async execute(
    runnerId: number,
    changes: { readonly [Field in keyof RunnerSettings]: RunnerSettings[Field] | undefined },
    actor: Principal,
  ): Promise<RunnerDetail> {
    const managed = await this.runnerAccessFacts.managed(runnerId, actor);
    return this.db.tx(async (tx) => {
      const runner = await this.runnersStore.lockDetail(tx, runnerId);
      if (!runner) throw RunnerNotFound();
      if (!actor.admin && runner.isShared) throw RunnerForbidden({ reason: 'Runner is shared' });
      await this.runnerAccessFacts.requireEveryPlace(tx, runnerId, managed);
      const settings = changed(runner, changes);
      if (!settings.runUntagged && settings.tags.length === 0) throw RunnerTakesNothing();
      const updated = await this.runnersStore.update(tx, runnerId, settings);
      await this.buildsStore.wake(tx);
      const subject = { type: 'runner', id: runnerId, name: updated.description ?? undefined };
      await this.audit.append(tx, { kind: 'runner.updated', subject });
      return updated;
    });
  }
}

function changed(
  { description, active, tags, runUntagged, locked, accessLevel, maximumTimeout, note }: RunnerSettings,
  changes: { readonly [Field in keyof RunnerSettings]: RunnerSettings[Field] | undefined },
): RunnerSettings {
  return {
    description: changes.description ?? description,
    active: changes.active ?? active,
    tags: changes.tags ?? tags,
    runUntagged: changes.runUntagged ?? runUntagged,
    locked: changes.locked ?? locked,
    accessLevel: changes.accessLevel ?? accessLevel,
    maximumTimeout: changes.maximumTimeout === undefined ? maximumTimeout : changes.maximumTimeout,
    note: changes.note === undefined ? note : changes.note,
  };
}
