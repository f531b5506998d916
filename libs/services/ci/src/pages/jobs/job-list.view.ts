import { PIPELINE_STATUSES, type PipelineStatus } from '@hearth/ci-contracts';
import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, presentPageProject, type PageLinks, type PageProject } from '@hearth/pages';
import type { BuildFact } from '../../builds/build.facts.js';
import { durationOf } from '../../builds/build.rules.js';
import type { CiMenuItem } from '../ci-menu.js';
import { durationText, presentNamedUser, presentStatus, type NamedUser, type ShownStatus } from '../page-texts.js';

/** Data of the list of jobs. */
export interface JobListPageData {
  readonly jobs: {
    readonly title: string;
    readonly project: PageProject;
    readonly menu: readonly CiMenuItem[];
    readonly statuses: readonly PipelineStatus[];
    readonly values: { readonly status?: PipelineStatus | undefined };
    readonly jobs: readonly {
      readonly id: number;
      readonly name: string;
      readonly stage: string;
      readonly status: ShownStatus;
      readonly pipelineId: number;
      readonly ref: string;
      readonly user: NamedUser | null;
      readonly createdAt: Date;
      readonly duration: string | null;
    }[];
    readonly pager: PageLinks;
  };
}

export function presentJobList(
  access: ProjectAccess,
  found: Page<BuildFact>,
  { status, menu, now }: { status: PipelineStatus | undefined; menu: readonly CiMenuItem[]; now: Date },
): JobListPageData['jobs'] {
  const project = presentPageProject(access, 'pipelines');
  const jobs = found.items.map(({ build, user }) => ({
    id: build.id,
    name: build.name,
    stage: build.stage,
    status: presentStatus(build.status),
    pipelineId: build.pipelineId,
    ref: build.ref,
    user: presentNamedUser(user),
    createdAt: build.createdAt,
    duration: durationText(durationOf(build, now)),
  }));
  const list = `${project.address}/-/jobs${status ? `?status=${status}` : ''}`;
  const pager = pageLinks(found, list);
  return {
    title: `Jobs · ${project.fullPath}`,
    project,
    menu,
    statuses: PIPELINE_STATUSES,
    values: { status },
    jobs,
    pager,
  };
}
