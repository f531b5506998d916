import type { ReleaseFacts } from './push.facts.js';
import { presentPayloadCommit, presentPayloadProject } from './push.view.js';

const FORMATS = ['zip', 'tar.gz', 'tar.bz2', 'tar'] as const;

/** Presents a change of a release as receivers get it. */
export function presentReleaseEvent({ action, release, project, commit, baseUrl, sshPrefix }: ReleaseFacts) {
  const record = presentPayloadProject(project, { baseUrl, sshPrefix });
  const tag = encodeURIComponent(release.tag);
  const archive = `${baseUrl}/api/v4/projects/${project.id}/repository/archive`;
  const links = release.links.map(({ id, name, url, linkType }) => ({ id, name, url, link_type: linkType }));
  return {
    object_kind: 'release',
    id: release.id,
    created_at: release.createdAt,
    description: release.description,
    name: release.name,
    released_at: release.releasedAt,
    tag: release.tag,
    project: record,
    url: `${baseUrl}/api/v4/projects/${project.id}/releases/${tag}`,
    action,
    assets: {
      count: links.length + FORMATS.length,
      links,
      sources: FORMATS.map((format) => ({ format, url: `${archive}.${format}?sha=${tag}` })),
    },
    commit: commit && presentPayloadCommit(commit, record.web_url),
  };
}
