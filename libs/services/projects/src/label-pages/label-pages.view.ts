import { may } from '@hearth/access';
import type { EndpointCall, Page } from '@hearth/http';
import {
  ownerPageAddress,
  pageLinks,
  presentOwnerFrame,
  type FormFailure,
  type OwnerFrame,
  type PageLinks,
} from '@hearth/pages';
import { abilities, labelAbilities } from '../abilities.js';
import type { LabelRecord, ProjectLabelRecord } from '../labels/labels.store.js';
import type { MemberSourceKind } from '../members/membership.rules.js';

/** Of the list, below the pages of its project or group. */
const PATH = '/labels';

type Values = Readonly<Record<string, unknown>>;

interface LabelFrame extends OwnerFrame {
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
  readonly 'edit-label': LabelFrame & {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly mayPromote: boolean;
  };
}

/** Outcome of the form before. */
export interface ShownLabel {
  readonly values?: Values;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

/** Address of the list of labels. */
export function labelsAddress(kind: MemberSourceKind, call: Pick<EndpointCall<unknown>, 'project' | 'group'>): string {
  return ownerPageAddress(kind, call, PATH);
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
  { values, mayPromote, ...shown }: ShownLabel & { readonly mayPromote: boolean },
): LabelPageData['edit-label'] {
  const { id, name, color, description, priority } = label;
  const frame = presentFrame(kind, call, `Edit the label ${name}`, {
    values: values ?? { name, color, description, priority },
    ...shown,
  });
  return { ...frame, id, name, color, mayPromote };
}

function presentFrame(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  heading: string,
  { values = {}, notice = null, failures = [] }: ShownLabel,
): LabelFrame {
  return { ...presentOwnerFrame(kind, call, 'labels', { path: PATH, name: heading }), values, notice, failures };
}
