import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { FindMilestoneQuery, MilestonesByIdsQuery, type Milestone } from '@hearth/projects-contracts';
import { MilestonesNotFound } from '../refusals.js';

/** Milestones of a release in a request: by titles or by ids; undefined leaves them as they are. */
export interface RequestedMilestones {
  readonly milestoneTitles?: readonly string[] | undefined;
  readonly milestoneIds?: readonly number[] | undefined;
}

/** Milestones of releases, which belong to projects. */
@Injectable()
export class ReleaseMilestonesFacts {
  constructor(private readonly calls: Calls) {}

  /** Returns the ids of milestones of the project or of a group around it. @throws MilestonesNotFound */
  async ids(projectId: ProjectId, requested: RequestedMilestones): Promise<number[] | undefined> {
    const { milestoneTitles: titles, milestoneIds } = requested;
    if (titles === undefined && milestoneIds === undefined) return undefined;
    const wanted = [...new Set(titles)].map((title) => ({ title, text: title }));
    const byId = [...new Set(milestoneIds)].map((id) => ({ id, text: String(id) }));
    const found = await Promise.all(
      [...wanted, ...byId].map(async ({ text, ...milestone }) => ({
        text,
        id: (await this.calls.query(FindMilestoneQuery, { projectId, milestone })).milestone?.id,
      })),
    );
    const missing = found.flatMap(({ text, id }) => (id === undefined ? [text] : []));
    if (missing.length > 0) throw MilestonesNotFound({ missing });
    return [...new Set(found.flatMap(({ id }) => id ?? []))];
  }

  /** Returns milestones by their ids; deleted ones are left out. */
  async byIds(ids: readonly number[]): Promise<Map<number, Milestone>> {
    if (ids.length === 0) return new Map();
    const { milestones } = await this.calls.query(MilestonesByIdsQuery, { ids: [...new Set(ids)] });
    return new Map(milestones.map((milestone) => [milestone.id, milestone]));
  }
}
