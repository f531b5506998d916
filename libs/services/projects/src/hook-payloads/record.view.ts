import type { PublicAddresses } from '@hearth/contract-kit';
import type { UserCard } from '@hearth/identity-contracts';
import type { PayloadLabel, PayloadProject } from './payloads.store.js';

/** Users and labels that a payload names, by id. */
export interface NamedRecords extends PublicAddresses {
  readonly users: ReadonlyMap<number, UserCard>;
  readonly labels: ReadonlyMap<number, PayloadLabel>;
}

/** A value before and after a change. */
export interface Change<T> {
  readonly previous: T;
  readonly current: T;
}

/** Presents a user of an event; null for one who was deleted for good, and without one. */
export function presentPayloadUser(id: number | null, { users, baseUrl }: Omit<NamedRecords, 'labels'>) {
  const user = id === null ? undefined : users.get(id);
  if (!user) return null;
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    avatar_url: user.avatarPath ? `${baseUrl}${user.avatarPath}` : null,
    // Addresses are not shown to receivers.
    email: '[REDACTED]',
  };
}

/** Presents users who still exist. */
export function presentPayloadUsers(ids: readonly number[], named: NamedRecords) {
  return ids.flatMap((id) => presentPayloadUser(id, named) ?? []);
}

/** Presents labels that still exist. */
export function presentPayloadLabels(ids: readonly number[], { labels }: Pick<NamedRecords, 'labels'>) {
  return ids.flatMap((id) => {
    const label = labels.get(id);
    return label ? [presentPayloadLabel(label)] : [];
  });
}

function presentPayloadLabel(label: PayloadLabel) {
  return {
    id: label.id,
    title: label.title,
    color: label.color,
    project_id: label.projectId,
    created_at: label.createdAt.toISOString(),
    updated_at: label.updatedAt.toISOString(),
    template: false,
    description: label.description,
    type: label.groupId === null ? 'ProjectLabel' : 'GroupLabel',
    group_id: label.groupId,
  };
}

/** Applies a function to both values of a change. */
export function presentChange<T, U>(change: Change<T> | undefined, present: (value: T) => U): Change<U> | undefined {
  return change && { previous: present(change.previous), current: present(change.current) };
}

/** Presents the repository of an event about something else. */
export function presentShortRepository({ name, description, fullPath }: PayloadProject, addresses: PublicAddresses) {
  const { homepage, url } = repositoryUrls(fullPath, addresses);
  return { name, url, description, homepage };
}

/** Returns the addresses of a repository; `url` is the one over SSH, where that is on. */
export function repositoryUrls(fullPath: string, { baseUrl, sshPrefix }: PublicAddresses) {
  const homepage = `${baseUrl}/${fullPath}`;
  const httpUrl = `${homepage}.git`;
  const sshUrl = sshPrefix === undefined ? null : `${sshPrefix}${fullPath}.git`;
  return { homepage, httpUrl, sshUrl, url: sshUrl ?? httpUrl };
}
