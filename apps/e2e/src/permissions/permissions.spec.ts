import type { ProjectRecord } from '@hearth/testing';
import { uniqueName } from '../system/names.js';
import { remoteOf, type Person } from '../system/people.js';
import type { Visibility } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';
import { CALLERS, markOf, newCallers, newGroup, rowOf, type Callers, type Sent } from './matrix.js';

/**
 * The API's permission matrix, tested over HTTP. A row holds, for each visibility, the outcomes of the callers, in their order; members are members
 * of the group. ✓ served, u 401, f 403, n 404, . not requested, because it would delete the record.
 */
const READ = { private: 'nnn ✓✓✓✓✓ ✓', internal: 'n✓n ✓✓✓✓✓ ✓', public: '✓✓✓ ✓✓✓✓✓ ✓' };
const DOWNLOAD = { ...READ, private: 'nnn f✓✓✓✓ ✓' };
const READ_SIGNED_IN = { private: 'unn ✓✓✓✓✓ ✓', internal: 'u✓n ✓✓✓✓✓ ✓', public: 'u✓✓ ✓✓✓✓✓ ✓' };
const MASTERS = { private: 'unn fff✓✓ ✓', internal: 'ufn fff✓✓ ✓', public: 'uff fff✓✓ ✓' };
/** Anonymous callers are answered like users without permission. */
const PUSH = { private: 'nnn ff✓✓✓ ✓', internal: 'nfn ff✓✓✓ ✓', public: 'fff ff✓✓✓ ✓' };
const PROTECT = { private: 'nnn fff✓✓ ✓', internal: 'nfn fff✓✓ ✓', public: 'fff fff✓✓ ✓' };
const OWNERS = { private: 'unn ffff✓ ✓', internal: 'ufn ffff✓ ✓', public: 'uff ffff✓ ✓' };
const DELETION = { private: 'unn ffff. .', internal: 'ufn ffff. .', public: 'uff ffff. .' };
const ADMINS = { private: 'uff fffff ✓', internal: 'uff fffff ✓', public: 'uff fffff ✓' };

/** Groups in the caller's own namespaces. */
const NAMESPACES = { private: 'unn ✓✓✓✓✓ ✓', internal: 'unn ✓✓✓✓✓ ✓', public: 'unn ✓✓✓✓✓ ✓' };

interface Place {
  readonly project: number;
  readonly group: number;
  readonly blob: string;
}

type Request = (place: Place) => Sent;

describe('who may do what', () => {
  let clients: Callers['clients'];
  const places = new Map<Visibility, Place>();
  let guestHouse: number;
  let member: Person;

  beforeAll(async () => {
    const callers = await newCallers();
    const { people } = callers;
    clients = callers.clients;
    member = people.get('guest')!;
    guestHouse = await newGroup(people, 'public');
    for (const visibility of ['private', 'internal', 'public'] as const)
      places.set(visibility, await newPlace(people, visibility));
  });

  async function newPlace(people: ReadonlyMap<string, Person>, visibility: Visibility): Promise<Place> {
    const owner = people.get('owner')!;
    const group = await newGroup(people, visibility);
    const made = await owner.api.post('/projects', { name: uniqueName('matrix'), namespace_id: group, visibility });
    const project = made.expect(201).json<ProjectRecord>();
    const copy = await WorkingCopy.create();
    await copy.commit('file.txt', 'content\n');
    await copy.push(remoteOf(owner, project.path_with_namespace), 'main');
    const blob = await copy.git.idOf('HEAD:file.txt');
    await copy.remove();
    return { project: project.id, group, blob };
  }

  const get =
    (path: (place: Place) => string): Request =>
    (place) => ['GET', path(place)];
  const ofProject = (rest = '') => get(({ project }) => `/projects/${project}${rest}`);
  const ofGroup = (rest = '') => get(({ group }) => `/groups/${group}${rest}`);
  const described = { description: 'Described by a permitted user' };

  it.each<[string, Record<Visibility, string>, Request]>([
    ['read a project', READ, ofProject()],
    ['read its tree', DOWNLOAD, ofProject('/repository/tree')],
    ['read its commits', DOWNLOAD, ofProject('/repository/commits')],
    ['read its branches', DOWNLOAD, ofProject('/repository/branches')],
    ['read its blobs', DOWNLOAD, get(({ project, blob }) => `/projects/${project}/repository/blobs/${blob}/raw`)],
    [
      'delete its merged branches',
      PUSH,
      ({ project }) => ['DELETE', `/projects/${project}/repository/merged_branches`],
    ],
    [
      'protect a branch',
      PROTECT,
      ({ project }) => ['PUT', `/projects/${project}/repository/branches/main/protect`, {}],
    ],
    [
      'read the statuses of a commit',
      { private: 'unn f✓✓✓✓ ✓', internal: 'u✓n ✓✓✓✓✓ ✓', public: 'u✓✓ ✓✓✓✓✓ ✓' },
      ofProject('/repository/commits/main/statuses'),
    ],
    [
      'post the status of a commit',
      { private: 'unn ff✓✓✓ ✓', internal: 'ufn ff✓✓✓ ✓', public: 'uff ff✓✓✓ ✓' },
      ({ project }) => ['POST', `/projects/${project}/statuses/main`, { state: 'success' }],
    ],
    [
      'list its environments',
      { private: 'unn f✓✓✓✓ ✓', internal: 'ufn f✓✓✓✓ ✓', public: 'uff f✓✓✓✓ ✓' },
      ofProject('/environments'),
    ],
    ['list its runners', MASTERS, ofProject('/runners')],
    ['list all runners', ADMINS, get(() => '/runners/all')],
    ['read its pipelines, which are public', READ_SIGNED_IN, ofProject('/pipelines')],
    ['read its jobs, which are public', READ_SIGNED_IN, ofProject('/jobs')],
    [
      'comment on a commit',
      { private: 'nnn f✓✓✓✓ ✓', internal: 'n✓n ✓✓✓✓✓ ✓', public: 'f✓✓ ✓✓✓✓✓ ✓' },
      ({ project }) => ['POST', `/projects/${project}/repository/commits/main/comments`, { note: 'Hm' }],
    ],
    ['list its protected branches', PROTECT, ofProject('/protected_branches')],
    ['list its members', READ_SIGNED_IN, ofProject('/members')],
    ['list all its members', READ_SIGNED_IN, ofProject('/members/all')],
    ['list its users', READ, ofProject('/users')],
    ['star it', READ_SIGNED_IN, ({ project }) => ['POST', `/projects/${project}/star`]],
    ['list requests for access to it', MASTERS, ofProject('/access_requests')],
    [
      'add members to it',
      MASTERS,
      ({ project }) => ['POST', `/projects/${project}/members`, { user_id: member.id, access_level: 10 }],
    ],
    [
      'share it',
      MASTERS,
      ({ project }) => ['POST', `/projects/${project}/share`, { group_id: guestHouse, group_access: 10 }],
    ],
    ['change it', MASTERS, ({ project }) => ['PUT', `/projects/${project}`, described]],
    ['unarchive it', OWNERS, ({ project }) => ['POST', `/projects/${project}/unarchive`]],
    ['delete it', DELETION, ({ project }) => ['DELETE', `/projects/${project}`]],
    ['read its custom attributes', ADMINS, ofProject('/custom_attributes')],
    ['read a group', READ, ofGroup()],
    ['list its projects', READ, ofGroup('/projects')],
    ['list its subgroups', READ, ofGroup('/subgroups')],
    ['list members of a group', READ_SIGNED_IN, ofGroup('/members')],
    ['read the namespace of a group', NAMESPACES, get(({ group }) => `/namespaces/${group}`)],
    ['change a group', OWNERS, ({ group }) => ['PUT', `/groups/${group}`, described]],
    ['list requests for access to a group', OWNERS, ofGroup('/access_requests')],
    [
      'add members to a group',
      OWNERS,
      ({ group }) => ['POST', `/groups/${group}/members`, { user_id: member.id, access_level: 10 }],
    ],
    ['delete a group', DELETION, ({ group }) => ['DELETE', `/groups/${group}`]],
    ['read custom attributes of a group', ADMINS, ofGroup('/custom_attributes')],
  ])('%s', async (_, expected, request) => {
    const seen: Record<string, string> = {};
    for (const [visibility, row] of Object.entries(expected)) {
      const sent = request(places.get(visibility as Visibility)!);
      const marks: string[] = [];
      for (const [index, mark] of [...row.replaceAll(' ', '')].entries())
        marks.push(mark === '.' ? '.' : await markOf(clients.get(CALLERS[index]!)!, sent));
      seen[visibility] = rowOf(marks);
    }
    expect(seen).toEqual(expected);
  });
});
