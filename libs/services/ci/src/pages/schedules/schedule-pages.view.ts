import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, presentPageProject, type FormFailure, type PageLinks, type PageProject } from '@hearth/pages';
import type { ScheduleFact } from '../../schedules/schedule.facts.js';
import type { CiMenuItem } from '../ci-menu.js';
import { presentNamedUser, type NamedUser } from '../page-texts.js';

/** Data of the page of schedules. */
export interface SchedulePageData {
  readonly 'pipeline-schedules': {
    readonly title: string;
    readonly project: PageProject;
    readonly menu: readonly CiMenuItem[];
    readonly schedules: readonly {
      readonly id: number;
      readonly description: string;
      readonly ref: string;
      readonly cron: string;
      readonly timeZone: string;
      /** Null for an inactive schedule. */
      readonly nextRunAt: Date | null;
      readonly owner: NamedUser | null;
    }[];
    /** Whether the caller may run a schedule now. */
    readonly mayRun: boolean;
    readonly failures: readonly FormFailure[];
    readonly pager: PageLinks;
  };
}

export function presentSchedulesPage(
  access: ProjectAccess,
  found: Page<Pick<ScheduleFact, 'schedule' | 'owner'>>,
  links: Pick<SchedulePageData['pipeline-schedules'], 'menu' | 'mayRun' | 'failures'>,
): SchedulePageData['pipeline-schedules'] {
  const project = presentPageProject(access, 'pipelines');
  const schedules = found.items.map(({ schedule, owner }) => {
    const { id, description, ref, cron, timeZone, active, nextRunAt } = schedule;
    const next = active ? nextRunAt : null;
    return { id, description, ref, cron, timeZone, nextRunAt: next, owner: presentNamedUser(owner) };
  });
  const pager = pageLinks(found, `${project.address}/-/pipeline_schedules`);
  return { title: `Schedules · ${project.fullPath}`, project, schedules, pager, ...links };
}
