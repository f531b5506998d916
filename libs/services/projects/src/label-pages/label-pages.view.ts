import { may } from '@hearth/access';
import type { EndpointCall, Page } from '@hearth/http';
import {
  pageLinks,
  presentPageGroup,
  presentPageProject,
  type FormFailure,
  type PageGroup,
  type PageLinks,
  type PageProject,
} from '@hearth/pages';
import { abilities, labelAbilities } from '../abilities.js';
import type { LabelRecord, ProjectLabelRecord } from '../labels/labels.store.js';
import type { MemberSourceKind } from '../members/membership.rules.js';

type Values = Readonly<Record<string, unknown>>;

/** Frame of a page of labels; `frame` is the name of its layout. */
interface LabelFrame {
  readonly frame: string;
  readonly project: PageProject | null;
  readonly group: PageGroup | null;
  /** Address of the list. */
  readonly at: string;
  readonly title: string;
  readonly values: Values;
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
}

export interface LabelPageData {
  readonly 'label-list': LabelFrame & {
    readonly mayManage: boolean;
    readonly labels: readonly {
      readonly name: string;
      readonly color: string;
      readonly description: string | null;
      readonly isOwn: boolean;
      /** Page on which it is changed; null where the caller may not. */
      readonly edit: string | null;
      /** Null in groups, and for users who may not read issues. */
      readonly issues: { readonly open: number; readonly address: string } | null;
    }[];
    readonly pager: PageLinks;
  };
  readonly 'edit-label': LabelFrame & { readonly id: number; readonly name: string; readonly color: string };
}

/** Outcome of the form before. */
export interface ShownLabel {
  readonly values?: Values;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

/** Address of the list of labels. */
export function labelsAddress(kind: MemberSourceKind, call: Pick<EndpointCall<unknown>, 'project' | 'group'>): string {
  return kind === 'project'
    ? `/${call.project.project.fullPath}/-/labels`
    : `/groups/${call.group.group.fullPath}/-/labels`;
}

/** @param labels those of a project have the numbers of its issues */
export function presentLabelListPage(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  labels: Page<LabelRecord | ProjectLabelRecord>,
  { search, ...shown }: ShownLabel & { readonly search: string },
): LabelPageData['label-list'] {
  const frame = presentFrame(kind, call, 'Labels', shown);
  const query = search === '' ? '' : `?${new URLSearchParams({ search })}`;
  const mayManage = may(labelAbilities[kind].manage, call[kind], call.user);
  const readsIssues = kind === 'project' && may(abilities.readIssue, call.project, call.user);
  const issuesOf = (label: LabelRecord | ProjectLabelRecord) =>
    readsIssues && 'openIssues' in label
      ? {
          open: label.openIssues as number,
          address: `${frame.project!.address}/-/issues?${new URLSearchParams({ label: label.name })}`,
        }
      : null;
  return {
    ...frame,
    values: { color: '#6699cc', ...frame.values, search },
    mayManage,
    labels: labels.items.map((label) => {
      const { id, name, color, description } = label;
      const isOwn = label.isOfProject === (kind === 'project');
      const edit = mayManage && isOwn ? `${frame.at}/${id}/edit` : null;
      return { name, color, description, isOwn, edit, issues: issuesOf(label) };
    }),
    pager: pageLinks(labels, `${frame.at}${query}`),
  };
}

export function presentEditLabelPage(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  label: LabelRecord,
  { values, ...shown }: ShownLabel,
): LabelPageData['edit-label'] {
  const { id, name, color, description, priority } = label;
  const frame = presentFrame(kind, call, `Edit the label ${name}`, {
    values: values ?? { name, color, description, priority },
    ...shown,
  });
  return { ...frame, id, name, color };
}

function presentFrame(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  heading: string,
  { values = {}, notice = null, failures = [] }: ShownLabel,
): LabelFrame {
  const project = kind === 'project' ? presentPageProject(call.project, 'labels') : null;
  const group = kind === 'group' ? presentPageGroup(call.group, 'labels') : null;
  return {
    ...{ frame: `@${kind}-frame`, project, group, at: labelsAddress(kind, call) },
    title: `${heading} · ${(project ?? group!).fullPath}`,
    ...{ values, notice, failures },
  };
}
