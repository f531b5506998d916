import type { ProjectAccess } from '@hearth/contract-kit';
import { presentPageProject, encodedPath, type PageProject } from '@hearth/pages';
import { isRetryable, BUILD_TRANSITIONS } from '../../builds/build-status.rules.js';
import { durationOf, queuedDurationOf } from '../../builds/build.rules.js';
import {
  durationText,
  presentNamedUser,
  presentStatus,
  sizeText,
  titleOf,
  type NamedUser,
  type ShownStatus,
} from '../page-texts.js';
import { artifactsAddress } from '../artifacts/artifact-pages.view.js';
import { actionOn } from '../pipelines/pipeline-pages.view.js';
import type { JobPageFact, NewLines, ShownTrace } from './job-page.facts.js';

/** Button of a form that changes a job. */
export interface JobButton {
  readonly verb: 'play' | 'retry' | 'cancel' | 'erase';
  readonly text: string;
  /** Whether a job that is being canceled does not wait for its runner. */
  readonly force?: true;
}

/** Artifacts of a job. */
interface ArtifactsSection {
  readonly files: readonly { readonly name: string; readonly size: string; readonly address: string }[];
  /** False for a caller who sees only what there is. */
  readonly mayDownload: boolean;
  /** Address of the files in the archive; null without an archive. */
  readonly browse: string | null;
  readonly exposed: {
    readonly name: string;
    readonly paths: readonly (readonly [path: string, address: string])[];
  } | null;
  readonly expireAt: Date | null;
}

/** Data of the page of a job. */
export interface JobPageData {
  readonly job: {
    readonly title: string;
    readonly project: PageProject;
    readonly id: number;
    readonly name: string;
    readonly status: ShownStatus;
    readonly failure: string | null;
    readonly stage: string;
    readonly pipelineId: number;
    readonly ref: string;
    readonly refAddress: string;
    readonly sha: string;
    readonly heading: string | null;
    /** Named unlike the signed-in user of the frame. */
    readonly starter: NamedUser | null;
    readonly createdAt: Date;
    readonly erasedAt: Date | null;
    readonly facts: readonly (readonly [label: string, text: string])[];
    readonly artifacts: ArtifactsSection | null;
    readonly buttons: readonly JobButton[];
    readonly trace: ShownTrace;
    /** Address of new lines, for the script; null once there are no more. */
    readonly lines: string | null;
  };
}

const BUTTONS = { play: 'Run', retry: 'Retry', cancel: 'Cancel' } as const;

export function presentJobPage(access: ProjectAccess, fact: JobPageFact, now: Date): JobPageData['job'] {
  const { build, user, commit, trace } = fact;
  const { id, name, status, stage, ref, sha, sourceBranch, failureReason } = build;
  const project = presentPageProject(access, 'pipelines');
  const branch = sourceBranch ?? ref;
  return {
    title: `${name} (#${id}) · ${project.fullPath}`,
    project,
    id,
    name,
    status: presentStatus(status),
    failure: failureReason?.replaceAll('_', ' ') ?? null,
    stage,
    pipelineId: build.pipelineId,
    ref: branch,
    refAddress: `${project.address}/-/tree/${encodedPath(branch)}`,
    sha,
    heading: titleOf(commit),
    starter: presentNamedUser(user),
    createdAt: build.createdAt,
    erasedAt: build.erasedAt,
    facts: factsOf(fact, now),
    artifacts: presentArtifacts(fact, project),
    buttons: buttonsOn(fact),
    trace,
    lines: GROWING.includes(status) ? `${project.address}/-/jobs/${id}/trace` : null,
  };
}

function presentArtifacts({ build, mayDownload }: JobPageFact, project: PageProject): ArtifactsSection | null {
  const { id, artifacts, reports, exposedArtifacts, artifactsExpireAt: expireAt } = build;
  if (!artifacts && !reports) return null;
  const at = artifactsAddress(project, id);
  const files = [
    ...(artifacts ? [{ ...artifacts, address: `${at}/download` }] : []),
    ...(reports ?? []).map(({ type, ...report }) => ({ ...report, address: `${at}/download?file_type=${type}` })),
  ];
  const paths = exposedArtifacts?.paths.map((path) => [path, `${at}/browse/${encodedPath(path)}`] as const);
  return {
    files: files.map(({ filename, size, address }) => ({ name: filename, size: sizeText(size), address })),
    mayDownload,
    browse: artifacts && `${at}/browse`,
    exposed: artifacts && exposedArtifacts && { name: exposedArtifacts.name, paths: paths! },
    expireAt,
  };
}

/** A job of these states runs, or will without a user. */
const GROWING: readonly string[] = ['pending', 'running', 'canceling', 'waiting_for_resource'];

function factsOf({ build, runner }: JobPageFact, now: Date): JobPageData['job']['facts'] {
  const facts = [
    ['Duration', durationText(durationOf(build, now))],
    ['Waited', durationText(queuedDurationOf(build, now))],
    ['Runner', runner && `#${runner.id}${runner.description ? ` ${runner.description}` : ''}`],
    ['Tags', build.tags.length > 0 ? build.tags.join(', ') : null],
    ['Coverage', build.coverage === null ? null : `${build.coverage} %`],
    ['Failure allowed', build.allowFailure ? 'yes' : null],
  ] as const;
  return facts.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const]));
}

function buttonsOn({ build, mayChange, mayForce, trace }: JobPageFact): JobButton[] {
  if (!mayChange) return [];
  const action = actionOn(build);
  const isCancelable = (BUILD_TRANSITIONS.cancel.from as readonly string[]).includes(build.status);
  const hasOutput = trace.offset > 0 || build.artifacts !== null || build.reports !== null;
  return [
    ...(action === null ? [] : [{ verb: action, text: BUTTONS[action] }]),
    ...(isCancelable && action !== 'cancel' ? [{ verb: 'cancel' as const, text: BUTTONS.cancel }] : []),
    ...(build.status === 'canceling' && mayForce
      ? [{ verb: 'cancel' as const, text: 'Cancel at once', force: true as const }]
      : []),
    ...(isRetryable(build.status) && hasOutput ? [{ verb: 'erase' as const, text: 'Erase output' }] : []),
  ];
}

/** Returns new lines as the script of the page reads them. */
export function presentNewLines({ status, offset, line, style, pieces }: NewLines): string {
  return JSON.stringify({ status: presentStatus(status).text, offset, line, style, pieces });
}
