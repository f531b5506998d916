import { sshKeyText } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { HOW_MANY, created, made, several } from './making.js';

type Records = Record<string, readonly (string | number)[]>;

/** Makes tokens and what else is set up for a project or a group, by the folder of their addresses. */
export async function makeSettings(kind: 'projects' | 'groups', id: number): Promise<Records> {
  const at = `/${kind}/${id}`;
  const inFolder = async (folder: string, body: () => object) => {
    const ids = await several(() => made(`${at}/${folder}`, body()));
    return halves(`${kind} ${folder}`, ids);
  };
  return {
    ...(await inFolder('access_tokens', () => ({ name: 'fuzz', scopes: ['api'] }))),
    ...(await inFolder('deploy_tokens', () => ({ name: 'fuzz', scopes: ['read_repository'] }))),
    ...(await inFolder('labels', () => ({ name: uniqueName('fuzz'), color: '#fff' }))),
    ...(kind === 'projects' && {
      ...(await inFolder('deploy_keys', () => ({ title: 'fuzz', key: sshKeyText() }))),
      ...(await inFolder('approval_rules', () => ({ name: uniqueName('fuzz'), approvals_required: 1 }))),
    }),
  };
}

/** Protects names of branches and tags that no record of the suite has. */
export async function makeProtectedRefs(project: number): Promise<Records> {
  const names = Array.from({ length: HOW_MANY }, () => uniqueName('protected'));
  for (const name of names)
    for (const folder of ['protected_branches', 'protected_tags'])
      await created(`/projects/${project}/${folder}`, { name });
  return { ...halves('projects protected_branches', names), ...halves('projects protected_tags', names) };
}

/** Makes releases, the last one with links. */
export async function makeReleases(project: number, ref: string): Promise<Records> {
  const at = `/projects/${project}/releases`;
  const tags = Array.from({ length: HOW_MANY }, () => uniqueName('v'));
  for (const tag of tags) (await hearth.root.post(at, { tag_name: tag, ref })).expect(201);
  const links = `${at}/${tags.at(-1)!}/assets/links`;
  const link = () => ({ name: uniqueName('fuzz'), url: `https://example.com/${uniqueName('fuzz')}` });
  return {
    'projects releases': [tags.at(-1)!],
    'projects releases to delete': tags.slice(0, -1),
    ...halves('projects links', await several(() => made(links, link()))),
  };
}

function halves(kind: string, records: readonly (string | number)[]): Records {
  const middle = records.length / 2;
  return { [kind]: records.slice(middle), [`${kind} to delete`]: records.slice(0, middle) };
}
