import type { EndpointCall } from '@hearth/http';
import type { MemberSourceKind } from '../members/membership.rules.js';

/** Address of the page of the project or group that a call is about. */
export function sourceAddress(kind: MemberSourceKind, call: Pick<EndpointCall<unknown>, 'project' | 'group'>): string {
  return kind === 'project' ? `/${call.project.project.fullPath}` : `/groups/${call.group.group.fullPath}`;
}
