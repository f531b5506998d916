import { may, type Ability } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';

/** Link to a list of ci, for the menu of these lists. */
export interface CiMenuItem {
  readonly name: string;
  readonly address: string;
  readonly current: boolean;
}

const LISTS = {
  pipelines: { name: 'Pipelines', can: abilities.readPipeline },
  jobs: { name: 'Jobs', can: abilities.readBuild },
  environments: { name: 'Environments', can: abilities.readEnvironment },
  pipeline_schedules: { name: 'Schedules', can: abilities.readPipelineSchedule },
} satisfies Readonly<Record<string, { name: string; can: Ability }>>;

export type CiList = keyof typeof LISTS;

/** Returns the lists that the caller may read. */
export function ciMenu(access: ProjectAccess, caller: Principal, current: CiList): CiMenuItem[] {
  return Object.entries(LISTS).flatMap(([path, { name, can }]) => {
    const address = `/${access.project.fullPath}/-/${path}`;
    return may(can, access, caller) ? [{ name, address, current: path === current }] : [];
  });
}
