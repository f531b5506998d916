import type { PublicAddresses, Visibility } from '@hearth/contract-kit';
import type { UserCard } from '@hearth/identity-contracts';
import { presentTime, titleOf, type CommitCard, type PushedCommit } from '@hearth/repository-contracts';
import { presentAvatarUrl } from '../avatars/avatar.view.js';
import { refOf } from '../repositories/ref.rules.js';
import type { PayloadProject } from './payloads.store.js';
import type { PushFacts, RefUpdateFacts } from './push.facts.js';
import { presentShortRepository, repositoryUrls } from './record.view.js';

/** Object id in place of a missing one. */
export const NO_OBJECT = '0'.repeat(40);
/** The numbers of visibilities in payloads. */
export const VISIBILITY_LEVELS: Readonly<Record<Visibility, number>> = { private: 0, internal: 10, public: 20 };

/** Presents a push to a branch or a tag as receivers get it. */
export function presentPush({ push, project, user, details, isProtected, ...addresses }: PushFacts) {
  const { ref, oldId, newId, userId } = push;
  const kind = refOf(ref)?.refType === 'tag' ? 'tag_push' : 'push';
  const record = presentPayloadProject(project, addresses);
  return {
    object_kind: kind,
    event_name: kind,
    before: oldId ?? NO_OBJECT,
    after: newId ?? NO_OBJECT,
    ref,
    ref_protected: isProtected,
    checkout_sha: details.checkoutId,
    message: details.message,
    ...presentPusher(userId, user, addresses),
    project_id: project.id,
    project: record,
    commits: details.commits.map((pushed) => presentPushedCommit(pushed, record.web_url)),
    total_commits_count: details.total,
    // Variables of pipelines, which may be secret, would be among them.
    push_options: {},
    repository: presentPayloadRepository(project, addresses),
  };
}

/** Presents a push as receivers of the instance get it who want the changed refs alone. */
export function presentRepositoryUpdate({ push, project, user, ...addresses }: RefUpdateFacts) {
  const { ref, oldId, newId, userId } = push;
  return {
    event_name: 'repository_update',
    ...presentPusher(userId, user, addresses),
    project_id: project.id,
    project: presentPayloadProject(project, addresses),
    changes: [{ before: oldId ?? NO_OBJECT, after: newId ?? NO_OBJECT, ref }],
    refs: [ref],
  };
}

function presentPusher(id: number, user: UserCard | null, { baseUrl }: PublicAddresses) {
  return {
    user_id: id,
    user_name: user?.name ?? '',
    user_username: user?.username ?? '',
    // Addresses are not shown to receivers.
    user_email: '',
    user_avatar: user?.avatarPath ? `${baseUrl}${user.avatarPath}` : null,
  };
}

function presentPushedCommit({ commit, added, modified, removed }: PushedCommit, webUrl: string) {
  return { ...presentPayloadCommit(commit, webUrl), added, modified, removed };
}

/** Presents a commit of an event. @param webUrl address of the project */
export function presentPayloadCommit(commit: CommitCard, webUrl: string) {
  return {
    id: commit.id,
    message: commit.message,
    title: titleOf(commit.message),
    timestamp: presentTime(commit.author),
    url: `${webUrl}/commit/${commit.id}`,
    author: { name: commit.author.name, email: commit.author.email },
  };
}

/** Presents the project of an event. */
export function presentPayloadProject(project: PayloadProject, addresses: PublicAddresses) {
  const { homepage, httpUrl, sshUrl, url } = repositoryUrls(project.fullPath, addresses);
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    web_url: homepage,
    avatar_url: presentAvatarUrl('project', project, addresses.baseUrl),
    git_ssh_url: sshUrl,
    git_http_url: httpUrl,
    namespace: project.namespace,
    visibility_level: VISIBILITY_LEVELS[project.visibility],
    path_with_namespace: project.fullPath,
    default_branch: project.defaultBranch,
    ci_config_path: project.ciConfigPath,
    homepage,
    url,
    ssh_url: sshUrl,
    http_url: httpUrl,
  };
}

/** Presents the repository of a push. */
export function presentPayloadRepository(project: PayloadProject, addresses: PublicAddresses) {
  const { httpUrl, sshUrl } = repositoryUrls(project.fullPath, addresses);
  return {
    ...presentShortRepository(project, addresses),
    git_http_url: httpUrl,
    git_ssh_url: sshUrl,
    visibility_level: VISIBILITY_LEVELS[project.visibility],
  };
}
