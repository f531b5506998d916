import type { EndpointCall, Page } from '@hearth/http';
import {
  ownerPageAddress,
  pageLinks,
  presentSettingsFrame,
  type FormFailure,
  type PageLinks,
  type SelectOptions,
  type SettingsFrame,
} from '@hearth/pages';
import type { RunnerFact } from '../../runners/runner.facts.js';
import { runnerStatus } from '../../runners/runner.rules.js';
import type { Runner } from '../../runners/runners.store.js';

/** Owner of the runners on a page. */
export type RunnerPlace = 'project' | 'group' | 'instance';

/** Of the list, below the pages of its project or group. */
const PATH = '/runners';

type Values = Readonly<Record<string, unknown>>;

interface RunnerFrame extends Omit<SettingsFrame, 'menu'> {
  /** Null on the pages of the instance. */
  readonly menu: SettingsFrame['menu'] | null;
}

interface RunnerForm {
  readonly values: Values;
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
}

interface ShownRunner {
  readonly id: number;
  readonly name: string;
  readonly traits: readonly string[];
  readonly contactedAt: Date | null;
}

/** Data of the pages of runners. */
export interface RunnerPageData {
  readonly runners: RunnerFrame &
    RunnerForm & {
      readonly runners: readonly (ShownRunner & { readonly address: string | null })[];
      /** Runners of other projects that the caller may enable. */
      readonly others: SelectOptions;
      readonly pager: PageLinks;
    };
  readonly runner: RunnerFrame &
    RunnerForm &
    ShownRunner & {
      readonly paused: boolean;
      readonly isShared: boolean;
      readonly facts: readonly (readonly [label: string, text: string])[];
      readonly projects: readonly { readonly name: string; readonly address: string }[];
    };
  readonly 'runner-token': RunnerFrame & { readonly token: string; readonly command: string };
}

/** Outcome of the form before. */
export interface ShownForm {
  readonly values?: Values;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

/** Returns the address of the list of runners. */
export function runnersAddress(place: RunnerPlace, call: EndpointCall<unknown>): string {
  return place === 'instance' ? '/admin/runners' : ownerPageAddress(place, call, PATH);
}

export function presentRunnersPage(
  place: RunnerPlace,
  call: EndpointCall<unknown>,
  page: Page<Runner>,
  { others, now, shown }: { others: readonly Runner[]; now: Date; shown: ShownForm },
): RunnerPageData['runners'] {
  const frame = presentRunnerFrame(place, call);
  const listed = new Set(page.items.map(({ id }) => id));
  return {
    ...frame,
    ...presentForm({ run_untagged: true }, shown),
    runners: page.items.map((runner) => ({
      ...presentShown(runner, now),
      address: isShownThere(place, call, runner) ? `${frame.at}/${runner.id}` : null,
    })),
    others: others
      .filter(({ id, locked }) => !locked && !listed.has(id))
      .map((runner) => [runner.id, `#${runner.id} ${nameOf(runner)}`]),
    pager: pageLinks(page, frame.at),
  };
}

export function presentRunnerPage(
  place: RunnerPlace,
  call: EndpointCall<unknown>,
  { runner, projects }: RunnerFact,
  now: Date,
  shown: ShownForm,
): RunnerPageData['runner'] {
  const { description, tags, runUntagged, locked, accessLevel, maximumTimeout, note, active, isShared } = runner;
  const present = {
    ...{ description, locked, maximum_timeout: maximumTimeout, maintenance_note: note, paused: !active },
    ...{ tag_list: tags, run_untagged: runUntagged, access_level: accessLevel },
  };
  return {
    ...presentRunnerFrame(place, call),
    ...presentForm(present, shown),
    ...presentShown(runner, now),
    ...{ paused: !active, isShared },
    facts: factsOf(runner),
    projects: projects.map(({ nameWithNamespace: name, fullPath }) => ({ name, address: `/${fullPath}` })),
  };
}

/** Presents the token of a new runner, with the command that registers a machine by it. */
export function presentRunnerToken(
  place: RunnerPlace,
  call: EndpointCall<unknown>,
  token: string,
): RunnerPageData['runner-token'] {
  const register = `gitlab-runner register --non-interactive --url ${call.caller.baseUrl}`;
  return { ...presentRunnerFrame(place, call), token, command: `${register} --token ${token} --executor shell` };
}

function presentRunnerFrame(place: RunnerPlace, call: EndpointCall<unknown>): RunnerFrame {
  if (place === 'instance')
    return {
      frame: '@admin',
      project: null,
      group: null,
      menu: null,
      at: runnersAddress(place, call),
      title: 'Runners',
    };
  return presentSettingsFrame(place, call, PATH, 'Runners');
}

/** Whether a listed runner has its page at the place: those of the groups around it have theirs there. */
function isShownThere(place: RunnerPlace, call: EndpointCall<unknown>, { groupId, isShared }: Runner): boolean {
  if (place === 'instance') return true;
  return place === 'group' ? groupId === call.group.group.id : !isShared && groupId === null;
}

function presentForm(present: Values, { values = {}, notice = null, failures = [] }: ShownForm): RunnerForm {
  const { tag_list: tags = [], ...others } = { ...present, ...values };
  return { values: { ...others, tag_list: (tags as readonly string[]).join(', ') }, notice, failures };
}

function presentShown(runner: Runner, now: Date): ShownRunner {
  const { id, isShared, groupId, active, locked, contactedAt } = runner;
  const status = runnerStatus(runner, now);
  return {
    ...{ id, name: nameOf(runner), contactedAt },
    traits: [
      status.replace('_', ' '),
      ...(active || status === 'paused' ? [] : ['paused']),
      ...(isShared ? ['shared'] : []),
      ...(groupId === null ? [] : ['group']),
      ...(locked ? ['locked'] : []),
    ],
  };
}

function nameOf({ id, description, name }: Pick<Runner, 'id' | 'description' | 'name'>): string {
  return description || name || `Runner ${id}`;
}

function factsOf({ version, platform, architecture }: RunnerFact['runner']): (readonly [string, string])[] {
  const facts = [
    ['Version', version],
    ['Platform', platform],
    ['Architecture', architecture],
  ] as const;
  return facts.flatMap(([label, text]) => (text ? [[label, text] as const] : []));
}
