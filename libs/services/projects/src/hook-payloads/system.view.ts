import type { UserCard } from '@hearth/identity-contracts';
import type { SystemGroup, SystemProject } from './payloads.store.js';
import type { MemberFacts, SystemFacts } from './system.facts.js';

/** Payload of a test: the one of a new project in the API reference. */
export const SAMPLE_EVENT = {
  event_name: 'project_create',
  name: 'Ruby',
  path: 'ruby',
  project_id: 1,
  owner_name: 'Someone',
  owner_email: 'example@gitlabhq.com',
} as const;

const ROLES: Readonly<Record<number, string>> = {
  10: 'Guest',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
};
// Addresses are not shown to receivers.
const NO_ADDRESS = '[REDACTED]';

/** Presents a change of a record of the instance as receivers get it. */
export function presentSystemEvent(facts: SystemFacts) {
  switch (facts.name) {
    case 'sample':
      return SAMPLE_EVENT;
    case 'project_create':
    case 'project_update':
      return presentProject(facts.name, facts.project);
    case 'project_rename':
    case 'project_transfer':
      return { ...presentProject(facts.name, facts.project), old_path_with_namespace: facts.oldFullPath };
    case 'project_destroy': {
      const { name, fullPath, visibility } = facts.project;
      return {
        event_name: facts.name,
        ...presentProjectPath({ name, fullPath }),
        project_id: facts.projectId,
        project_visibility: visibility,
      };
    }
    case 'group_create':
      return presentGroup(facts.name, facts.group);
    case 'group_rename': {
      const old = { old_path: lastPartOf(facts.oldFullPath), old_full_path: facts.oldFullPath };
      return { ...presentGroup(facts.name, facts.group), ...old };
    }
    case 'group_destroy':
      return { event_name: facts.name, ...presentGroupPath({ id: facts.groupId, ...facts.group }) };
    case 'user_create':
      return { created_at: facts.user.createdAt, ...presentUser(facts.name, facts.user) };
    case 'user_rename': {
      // Until identity has stored the new name, the user's card has the old one.
      const user = { ...facts.user, username: facts.username };
      return { created_at: user.createdAt, ...presentUser(facts.name, user), old_username: facts.oldUsername };
    }
    case 'user_destroy':
      return presentUser(facts.name, { id: facts.userId, ...facts.user });
    case 'key_create':
    case 'key_destroy':
      return presentKey(facts);
    case 'member':
      return presentMember(facts);
  }
}

function presentProject(event_name: string, project: SystemProject) {
  const { ownerName } = project;
  return {
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
    event_name,
    owner_email: NO_ADDRESS,
    owner_name: ownerName,
    owners: [{ name: ownerName, email: NO_ADDRESS }],
    ...presentProjectPath(project),
    project_id: project.id,
    project_visibility: project.visibility,
  };
}

function presentUser(event_name: string, { id, name, username }: Pick<UserCard, 'id' | 'name' | 'username'>) {
  return { email: NO_ADDRESS, event_name, name, username, user_id: id };
}

/** A key does not change, so that both times are those of its creation. */
function presentKey({ name, user, key }: Extract<SystemFacts, { name: 'key_create' | 'key_destroy' }>) {
  const { createdAt } = key;
  const times = { created_at: createdAt, updated_at: createdAt };
  return { event_name: name, ...times, username: user.username, key: key.key, id: key.id };
}

function presentGroup(event_name: string, group: SystemGroup) {
  const { createdAt, updatedAt } = group;
  const times = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
  return { ...times, event_name, ...presentGroupPath(group) };
}

function presentGroupPath({ id, name, fullPath }: Pick<SystemGroup, 'id' | 'name' | 'fullPath'>) {
  return { group_id: id, name, path: lastPartOf(fullPath), full_path: fullPath };
}

function presentProjectPath({ name, fullPath }: { readonly name: string; readonly fullPath: string }) {
  return { name, path: lastPartOf(fullPath), path_with_namespace: fullPath };
}

/** Presents a change of a membership of a group as receivers of the group get it. */
export function presentMemberEvent(facts: MemberFacts) {
  const { expiresAt } = facts;
  return {
    ...presentMember(facts),
    ...(expiresAt !== undefined && { expires_at: expiresAt && `${expiresAt}T00:00:00.000Z` }),
  };
}

function presentMember({ act, source, accessLevel, user }: MemberFacts) {
  const role = accessLevel === null ? null : (ROLES[accessLevel] ?? null);
  const path = lastPartOf(source.fullPath);
  const holder =
    source.kind === 'project'
      ? {
          event_name: `${EVENTS[act]}_team`,
          project_access: role,
          project_id: source.id,
          project_name: source.name,
          project_path: path,
          project_path_with_namespace: source.fullPath,
        }
      : {
          event_name: `${EVENTS[act]}_group`,
          group_access: role,
          group_id: source.id,
          group_name: source.name,
          group_path: path,
        };
  return {
    ...holder,
    user_email: NO_ADDRESS,
    user_name: user.name,
    user_username: user.username,
    user_id: user.id,
    ...(source.kind === 'project' && { project_visibility: source.visibility }),
  };
}

const EVENTS = { added: 'user_add_to', updated: 'user_update_for', removed: 'user_remove_from' } as const;

function lastPartOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
