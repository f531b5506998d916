import type { ProjectRecord } from '@hearth/testing';
import { uniqueName } from '../system/names.js';
import { remoteOf, type Person } from '../system/people.js';
import { WorkingCopy } from '../system/working-copy.js';
import { answered, marksOf, newCallers, newGroup, type Callers, type Sent } from './matrix.js';

/** Projects of the matrix: each visibility, and the repository as a feature for members and for no one. */
const PLACES = {
  private: { visibility: 'private', repository: 'enabled' },
  internal: { visibility: 'internal', repository: 'enabled' },
  public: { visibility: 'public', repository: 'enabled' },
  'for members': { visibility: 'public', repository: 'private' },
  disabled: { visibility: 'public', repository: 'disabled' },
} as const;
type PlaceName = keyof typeof PLACES;
type Row = Readonly<Record<PlaceName, string>>;

const READ: Row = {
  private: 'nnn f✓✓✓✓ ✓',
  internal: 'n✓n ✓✓✓✓✓ ✓',
  public: '✓✓✓ ✓✓✓✓✓ ✓',
  'for members': 'fff ✓✓✓✓✓ ✓',
  disabled: 'fff fffff f',
};
const PUSH: Row = {
  private: 'nnn ff✓✓✓ ✓',
  internal: 'nfn ff✓✓✓ ✓',
  public: 'fff ff✓✓✓ ✓',
  'for members': 'fff ff✓✓✓ ✓',
  disabled: 'fff fffff f',
};
const MASTERS: Row = {
  private: 'nnn fff✓✓ ✓',
  internal: 'nfn fff✓✓ ✓',
  public: 'fff fff✓✓ ✓',
  'for members': 'fff fff✓✓ ✓',
  disabled: 'fff fffff f',
};

interface Place {
  readonly project: number;
  readonly blob: string;
}

/** Paths are relative to the repository of the project, unless they begin with a slash. */
type Request = (place: Place) => Sent;

describe('who may do what with a repository', () => {
  const places = new Map<PlaceName, Place>();
  let callers: Callers;

  beforeAll(async () => {
    callers = await newCallers();
    for (const name of Object.keys(PLACES) as PlaceName[]) places.set(name, await newPlace(callers.people, name));
  });

  async function newPlace(people: ReadonlyMap<string, Person>, name: PlaceName): Promise<Place> {
    const { visibility, repository } = PLACES[name];
    const { api } = people.get('owner')!;
    const group = await newGroup(people, visibility);
    const made = await api.post('/projects', { name: uniqueName('git'), namespace_id: group, visibility });
    const { id, path_with_namespace: fullPath } = made.expect(201).json<ProjectRecord>();
    const copy = await WorkingCopy.create();
    await copy.commit('file.txt', 'content\n');
    await copy.push(remoteOf(people.get('owner')!, fullPath), 'main');
    const blob = await copy.git.idOf('HEAD:file.txt');
    await copy.remove();
    const at = (rest: string) => `/projects/${id}/repository/${rest}`;
    (await api.post(at('branches'), { branch: 'topic', ref: 'main' })).expect(201);
    (await api.post(at('tags'), { tag_name: 'v1', ref: 'main' })).expect(201);
    (await api.post(at('tags/v1/release'), { description: 'First' })).expect(201);
    (await api.put(`/projects/${id}`, { repository_access_level: repository })).expect(200);
    return { project: id, blob };
  }

  const get =
    (rest: string): Request =>
    ({ blob }) => ['GET', rest.replace(':blob', blob)];
  const write =
    (method: string, rest: string, json: object = {}): Request =>
    () => [method, rest, json];
  const commit = { branch: 'topic', commit_message: 'A commit' };

  it.each<[string, Row, Request]>([
    ['list its files', READ, get('tree')],
    ['read a commit', READ, get('commits/main')],
    ['read what a commit changes', READ, get('commits/main/diff')],
    ['read which refs hold a commit', READ, get('commits/main/refs')],
    ['read the comments on a commit', READ, get('commits/main/comments')],
    ['compare', READ, get('compare?from=main&to=topic')],
    ['find a merge base', READ, get('merge_base?refs[]=main&refs[]=topic')],
    ['read a branch', READ, get('branches/main')],
    ['list its tags', READ, get('tags')],
    ['read a tag', READ, get('tags/v1')],
    ['read a blob', READ, get('blobs/:blob')],
    ['read a file', READ, get('files/file.txt?ref=main')],
    ['read the bytes of a file', READ, get('files/file.txt/raw?ref=main')],
    ['fetch its archive', READ, get('archive.tar')],
    ['read who has contributed', READ, get('contributors')],
    [
      'commit',
      answered(PUSH, 'b'),
      write('POST', 'commits', { ...commit, actions: [{ action: 'delete', file_path: 'none' }] }),
    ],
    ['pick a commit', answered(PUSH, 'b'), write('POST', 'commits/main/cherry_pick', { branch: 'topic' })],
    ['revert what is not there', answered(PUSH, 'n'), write('POST', 'commits/none/revert', { branch: 'topic' })],
    ['create a file that exists', answered(PUSH, 'b'), write('POST', 'files/file.txt', { ...commit, content: 'x' })],
    ['change a file that is not there', answered(PUSH, 'b'), write('PUT', 'files/none', { ...commit, content: 'x' })],
    ['delete a file that is not there', answered(PUSH, 'b'), write('DELETE', 'files/none', commit)],
    ['create a branch from nothing', answered(PUSH, 'b'), write('POST', 'branches', { branch: 'new', ref: 'none' })],
    ['delete a branch that is not there', answered(PUSH, 'n'), write('DELETE', 'branches/none')],
    ['create a tag of nothing', answered(PUSH, 'b'), write('POST', 'tags', { tag_name: 'new', ref: 'none' })],
    ['write the text of a release again', PUSH, write('POST', 'tags/v1/release', { description: 'First' })],
    ['change the text of a release', PUSH, write('PUT', 'tags/v1/release', { description: 'First' })],
    ['delete a tag that is not there', answered(PUSH, 'n'), write('DELETE', 'tags/none')],
    ['unprotect a branch', MASTERS, write('PUT', 'branches/topic/unprotect')],
    ['read a protected branch', MASTERS, get('/protected_branches/main')],
    ['protect branches by a pattern', MASTERS, write('POST', '/protected_branches', { name: 'stable-*' })],
    ['unprotect what is not protected', answered(MASTERS, 'n'), write('DELETE', '/protected_branches/none')],
  ])('%s', async (_, expected, request) => {
    const rows = [...places].map(async ([name, place]) => {
      const [method, path, json] = request(place);
      const full = `/projects/${place.project}${path.startsWith('/') ? path : `/repository/${path}`}`;
      return [name, await marksOf(callers, [method, full, json])] as const;
    });
    expect(Object.fromEntries(await Promise.all(rows))).toEqual(expected);
  });
});
