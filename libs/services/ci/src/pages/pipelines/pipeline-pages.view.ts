import { PIPELINE_STATUSES, type PipelineStatus } from '@hearth/ci-contracts';
import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import {
  pageLinks,
  presentPageProject,
  encodedPath,
  type FormFailure,
  type PageLinks,
  type PageProject,
} from '@hearth/pages';
import { isRetryable, BUILD_TRANSITIONS } from '../../builds/build-status.rules.js';
import { durationOf } from '../../builds/build.rules.js';
import type { JobOfStage } from '../../builds/builds.finder.js';
import { isPlayable } from '../../builds/stages.rules.js';
import { queuedSecondsOf } from '../../pipelines/pipeline-status.rules.js';
import type { CiMenuItem } from '../ci-menu.js';
import {
  durationText,
  presentNamedUser,
  presentStatus,
  titleOf,
  type NamedUser,
  type ShownStatus,
} from '../page-texts.js';
import { summaryText } from '../test-reports/test-report-pages.view.js';
import { graphOf, NODE, type PipelineGraph } from './pipeline-graph.rules.js';
import type { PipelinePageFact, PipelineRowFact } from './pipeline-page.facts.js';

/** Pipeline in a list of pages. */
export interface PipelineRowView {
  readonly id: number;
  readonly status: ShownStatus;
  readonly title: string | null;
  readonly ref: string;
  readonly sha: string;
  readonly user: NamedUser | null;
  readonly createdAt: Date;
  readonly duration: string | null;
}

/** Job in the column of its stage. */
export interface JobOfStageView {
  readonly id: number;
  readonly name: string;
  readonly status: ShownStatus;
  /** False for a status that another system has posted, which has no page. */
  readonly hasPage: boolean;
  readonly duration: string | null;
  readonly allowFailure: boolean;
  readonly needs: readonly string[];
  /** The change of the job that the caller may request. */
  readonly action: 'play' | 'retry' | 'cancel' | null;
}

/** Data of each page of pipelines. */
export interface PipelinePageData {
  readonly 'new-pipeline': {
    readonly title: string;
    readonly project: PageProject;
    readonly values: { readonly ref: string; readonly variables: string };
    readonly failures: readonly FormFailure[];
  };
  readonly pipelines: {
    readonly title: string;
    readonly project: PageProject;
    readonly menu: readonly CiMenuItem[];
    readonly mayRun: boolean;
    readonly statuses: readonly PipelineStatus[];
    readonly values: { readonly ref?: string | undefined; readonly status?: PipelineStatus | undefined };
    readonly filtered: boolean;
    readonly pipelines: readonly PipelineRowView[];
    readonly pager: PageLinks;
  };
  readonly pipeline: {
    readonly title: string;
    readonly project: PageProject;
    readonly id: number;
    readonly status: ShownStatus;
    readonly heading: string | null;
    readonly ref: string;
    readonly refAddress: string;
    readonly sha: string;
    readonly source: string;
    /** Named unlike the signed-in user of the frame. */
    readonly starter: NamedUser | null;
    readonly createdAt: Date;
    readonly facts: readonly (readonly [label: string, text: string])[];
    readonly yamlErrors: string | null;
    /** Numbers of tests; null without a test report. */
    readonly tests: string | null;
    readonly stages: readonly { readonly name: string; readonly jobs: readonly JobOfStageView[] }[];
    /** Null where it would tell no more than the stages. */
    readonly graph: PipelineGraph<JobOfStageView> | null;
    readonly node: typeof NODE;
    readonly isCut: boolean;
    readonly mayRetry: boolean;
    readonly mayCancel: boolean;
  };
}

const SHORT_SHA = 8;

export function presentPipelineRow({ pipeline, user, commit }: PipelineRowFact): PipelineRowView {
  const { id, status, ref, sha, createdAt, duration } = pipeline;
  return {
    id,
    status: presentStatus(status),
    title: titleOf(commit),
    ref,
    sha: sha.slice(0, SHORT_SHA),
    user: presentNamedUser(user),
    createdAt,
    duration: durationText(duration),
  };
}

export function presentPipelinesPage(
  access: ProjectAccess,
  found: Page<PipelineRowFact>,
  { values, ...links }: Pick<PipelinePageData['pipelines'], 'values' | 'menu' | 'mayRun'>,
): PipelinePageData['pipelines'] {
  const project = presentPageProject(access, 'pipelines');
  const given = Object.entries(values).filter((each): each is [string, string] => each[1] !== undefined);
  const query = new URLSearchParams(given);
  return {
    title: `Pipelines · ${project.fullPath}`,
    project,
    ...links,
    statuses: PIPELINE_STATUSES,
    values,
    filtered: query.size > 0,
    pipelines: found.items.map(presentPipelineRow),
    pager: pageLinks(found, `${project.address}/-/pipelines?${query}`),
  };
}

export function presentPipelinePage(
  access: ProjectAccess,
  { pipeline, user, coverage, commit, jobs, reports, isCut, mayChange }: PipelinePageFact,
  now: Date,
): PipelinePageData['pipeline'] {
  const { id, status, ref, sha, source, createdAt, yamlErrors, sourceBranch } = pipeline;
  const project = presentPageProject(access, 'pipelines');
  const facts = [
    ['Name', pipeline.name],
    ['Duration', durationText(pipeline.duration)],
    ['Waited', durationText(queuedSecondsOf(pipeline))],
    ['Coverage', coverage === null ? null : `${coverage} %`],
  ] as const;
  const shown = jobs.map((job) => [job, presentJobOfStage(job, mayChange, now)] as const);
  const grouped = Map.groupBy(shown, ([{ stageIndex, stage }]) => `${stageIndex} ${stage}`);
  const stages = [...grouped.values()].map((all) => ({ name: all[0]![0].stage, jobs: all.map(([, job]) => job) }));
  return {
    title: `Pipeline #${id} · ${project.fullPath}`,
    project,
    id,
    status: presentStatus(status),
    heading: titleOf(commit),
    ref: sourceBranch ?? ref,
    refAddress: `${project.address}/-/tree/${encodedPath(sourceBranch ?? ref)}`,
    sha,
    source: source.replaceAll('_', ' '),
    starter: presentNamedUser(user),
    createdAt,
    facts: facts.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const])),
    yamlErrors,
    tests: reports.length > 0 ? summaryText(reports) : null,
    stages,
    ...{ graph: graphOf(stages), node: NODE },
    isCut,
    mayRetry: mayChange && jobs.some((job) => job.kind === 'build' && RERUN.includes(job.status)),
    mayCancel: mayChange && jobs.some((job) => CANCELABLE.includes(job.status)),
  };
}

/** Jobs of these states run again with their pipeline. */
const RERUN: readonly PipelineStatus[] = ['failed', 'canceled'];
const CANCELABLE: readonly PipelineStatus[] = BUILD_TRANSITIONS.cancel.from;
const WAITING: readonly PipelineStatus[] = ['manual', 'scheduled', 'skipped'];

function presentJobOfStage(job: JobOfStage, mayChange: boolean, now: Date): JobOfStageView {
  const { id, name, kind, status, allowFailure, needs } = job;
  const hasPage = kind === 'build';
  return {
    id,
    name,
    status: presentStatus(status),
    hasPage,
    duration: durationText(durationOf(job, now)),
    allowFailure: allowFailure && status === 'failed',
    needs: needs ?? [],
    action: mayChange && hasPage ? actionOn(job) : null,
  };
}

/** Returns the change that users request most of a job in its state. */
export function actionOn({ status, when }: Pick<JobOfStage, 'status' | 'when'>): JobOfStageView['action'] {
  if (isPlayable(when) && WAITING.includes(status)) return 'play';
  if (isRetryable(status)) return 'retry';
  return CANCELABLE.includes(status) ? 'cancel' : null;
}
