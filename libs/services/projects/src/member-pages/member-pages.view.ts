import { may } from '@hearth/access';
import { AccessLevel } from '@hearth/contract-kit';
import type { EndpointCall } from '@hearth/http';
import {
  pageLinks,
  presentPageGroup,
  presentPageProject,
  ROLES,
  ownerPageAddress,
  type FormFailure,
  type PageGroup,
  type PageLinks,
  type PageProject,
  type PageSection,
  type RoleLevel,
} from '@hearth/pages';
import { memberAbilities } from '../abilities.js';
import { MEMBER_LEVELS, type MemberSourceKind } from '../members/membership.rules.js';
import type { MemberRecord } from '../members/memberships.store.js';
import type { MemberList, MemberPageFact } from './member-page.facts.js';

interface PageUser {
  readonly id: number;
  readonly username: string;
  readonly name: string;
}

interface MemberListData {
  readonly title: string;
  /** Address of the forms. */
  readonly at: string;
  readonly tabs: readonly PageSection[];
  readonly inherited: boolean;
  readonly values: Readonly<Record<string, string | number>>;
  readonly levels: readonly (readonly [value: number, text: string])[];
  readonly members: readonly (PageUser & {
    readonly blocked: boolean;
    readonly level: number;
    readonly levelName: string;
    readonly expiresAt: string | null;
    readonly can: { readonly update: boolean; readonly remove: boolean };
  })[];
  readonly requesters: readonly (PageUser & { readonly requestedAt: Date })[];
  readonly sharedWith: readonly { readonly id: number; readonly name: string; readonly levelName: string }[];
  readonly caller: { readonly id: number; readonly hasRequested: boolean; readonly mayRequest: boolean };
  readonly can: { readonly manage: boolean; readonly leave: boolean };
  readonly pager: PageLinks;
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
}

export interface MemberPageData {
  readonly 'project-members': MemberListData & { readonly project: PageProject };
  readonly 'group-members': MemberListData & { readonly group: PageGroup };
}

/** Outcome of the form before. */
export interface ShownMembers {
  readonly values?: Readonly<Record<string, string | number>>;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

/** Address of the page of members. */
export function membersAddress(kind: MemberSourceKind, call: Pick<EndpointCall<unknown>, 'project' | 'group'>): string {
  return ownerPageAddress(kind, call, `/${kind}_members`);
}

export function presentProjectMembers(
  call: EndpointCall<unknown>,
  list: MemberList,
  fact: MemberPageFact,
  shown: ShownMembers,
): MemberPageData['project-members'] {
  const project = presentPageProject(call.project, 'members');
  return { ...presentMembers('project', call, list, fact, shown), title: `Members · ${project.fullPath}`, project };
}

export function presentGroupMembers(
  call: EndpointCall<unknown>,
  list: MemberList,
  fact: MemberPageFact,
  shown: ShownMembers,
): MemberPageData['group-members'] {
  const group = presentPageGroup(call.group, 'members');
  return { ...presentMembers('group', call, list, fact, shown), title: `Members · ${group.fullPath}`, group };
}

function presentMembers(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  { scope, search }: MemberList,
  { members, requesters, sharedWith, isMember, hasRequested, mayRequest }: MemberPageFact,
  { values = {}, notice = null, failures = [] }: ShownMembers,
): Omit<MemberListData, 'title'> {
  const at = membersAddress(kind, call);
  const { userId } = call.user;
  const manage = may(memberAbilities[kind].manage, call[kind], call.user);
  const inherited = scope === 'all';
  const words = search?.text ?? '';
  const addressOf = (withInherited: boolean) => {
    const query = new URLSearchParams({ ...(withInherited && { inherited: 'true' }), ...(words && { search: words }) });
    return query.size === 0 ? at : `${at}?${query}`;
  };
  return {
    ...{ at, inherited, notice, failures },
    tabs: [
      { name: 'Direct members', address: addressOf(false), current: !inherited },
      {
        name: kind === 'project' ? 'With inherited and shared ones' : 'With inherited ones',
        address: addressOf(true),
        current: inherited,
      },
    ],
    values: { access_level: AccessLevel.developer, group_access: AccessLevel.developer, search: words, ...values },
    levels: MEMBER_LEVELS[kind].map((level) => [level, ROLES[level]]),
    members: members.items.map((member) => ({
      ...presentMember(member),
      can: { update: manage && !inherited, remove: !inherited && manage && member.id !== userId },
    })),
    requesters: (requesters?.items ?? []).map(({ id, username, name, requestedAt }) => ({
      id,
      username,
      name,
      requestedAt,
    })),
    sharedWith: sharedWith.map(({ id, name, level }) => ({ id, name, levelName: levelName(level) })),
    caller: { id: userId, hasRequested, mayRequest },
    can: { manage, leave: isMember },
    pager: pageLinks(members, addressOf(inherited)),
  };
}

function presentMember({ id, username, name, state, level, expiresAt }: MemberRecord) {
  return { id, username, name, blocked: state !== 'active', level, levelName: levelName(level), expiresAt };
}

function levelName(level: number): string {
  return ROLES[level as RoleLevel] ?? String(level);
}
