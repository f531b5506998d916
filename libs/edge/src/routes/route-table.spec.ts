import { RouteTable } from './route-table.js';

const table = new RouteTable([
  { service: 'projects', methods: ['GET'], path: '/api/v4/projects/:id', routeBy: 'any', streams: false },
  { service: 'projects', methods: ['DELETE'], path: '/api/v4/projects/:id', routeBy: 'any', streams: false },
  {
    service: 'projects',
    methods: ['GET'],
    path: '/uploads/-/system/project/avatar/:id/:file',
    routeBy: 'any',
    streams: false,
  },
  {
    service: 'repository',
    methods: ['GET'],
    path: '/api/v4/projects/:id/repository/tree',
    routeBy: 'storage',
    streams: false,
  },
  {
    service: 'repository',
    methods: ['GET', 'POST'],
    pattern: '^/(?<project>.+?)(?:\\.git)?/(?:info/refs|git-upload-pack|git-receive-pack)$',
    routeBy: 'storage',
    streams: true,
  },
]);

describe('RouteTable', () => {
  it('reads past slashes that name nothing, as services do', () => {
    for (const path of ['/api/v4/projects/1/', '/api/v4//projects/1', '//api/v4/projects//1//'])
      expect(table.find('GET', path)).toMatchObject({ service: 'projects' });
    expect(table.find('GET', '/api/v4/projects/')).toBeNull();
  });

  it('finds suffixes behind line breaks', () => {
    const plain = { service: 'repository', methods: ['GET'], routeBy: 'any', streams: false } as const;
    const suffixed = new RouteTable([
      { ...plain, path: '/compare/:range' },
      { ...plain, path: '/compare/:range.patch' },
    ]);
    for (const range of ['a...b', 'a%0A...b', '%0A'])
      expect(suffixed.find('GET', `/compare/${range}.patch`)).toMatchObject({ pattern: '/compare/:range.patch' });
    expect(suffixed.find('GET', '/compare/a%0Apatch')).toMatchObject({ pattern: '/compare/:range' });
  });

  it('routes before it decodes slashes', () => {
    expect(table.find('GET', '/api/v4/projects/group%2Fmy%2Eproject')).toMatchObject({
      service: 'projects',
      project: null,
    });
    expect(table.find('GET', '/api/v4/projects/group/project')).toBeNull();
  });

  it('names the project where its storage must answer', () => {
    expect(table.find('GET', '/api/v4/projects/group%2Fp/repository/tree')).toMatchObject({
      service: 'repository',
      project: 'group/p',
      git: false,
    });
    expect(table.find('POST', '/group/sub/p.git/git-upload-pack')).toMatchObject({
      project: 'group/sub/p',
      git: true,
      streams: true,
    });
    expect(table.find('GET', '/group/p%20q/info/refs')).toMatchObject({ project: 'group/p q' });
  });

  it('knows paths outside of the API, where callers show their tokens as they do to the API', () => {
    expect(table.find('GET', '/uploads/-/system/project/avatar/5/a.b.png')).toMatchObject({
      service: 'projects',
      project: null,
      git: false,
    });
    expect(table.find('GET', '/uploads/-/system/project/avatar/5')).toBeNull();
  });

  it.each([
    ['main/download', 'main/download'],
    ['feature/x/y/download?job=a/b', 'feature%2Fx%2Fy/download?job=a/b'],
    ['feature%2Fx/download', 'feature%2Fx/download'],
    ['feature/x/raw/log/raw/out.txt', 'feature%2Fx/raw/log%2Fraw%2Fout.txt'],
    ['main/raw/out.txt', 'main/raw/out.txt'],
    ['main/other/', 'main/other/'],
  ])('encodes the slashes of refs and paths: %s', (given, expected) => {
    const [ref, raw] = ['/api/v4/refs/:id/:ref_name/download', '/api/v4/refs/:id/:ref_name/raw/:file'];
    const plain = { service: 'ci', methods: ['GET'], routeBy: 'any', streams: true } as const;
    const slashed = new RouteTable([
      { ...plain, path: ref, slashes: ['ref_name'] },
      { ...plain, path: raw, slashes: ['ref_name', 'file'] },
    ]);
    expect(slashed.withEncodedSlashes(`/api/v4/refs/group%2Fp/${given}`)).toBe(`/api/v4/refs/group%2Fp/${expected}`);
    expect(slashed.withEncodedSlashes(`/api/v4/other/1/${given}`)).toBe(`/api/v4/other/1/${given}`);
  });

  it('takes HEAD for GET and knows what a path understands', () => {
    expect(table.find('HEAD', '/api/v4/projects/1')).not.toBeNull();
    expect(table.allowed('/api/v4/projects/1')).toEqual(['GET', 'HEAD', 'DELETE']);
    expect(table.allowed('/api/v4/nothing')).toEqual([]);
  });

  it.each([
    ['PUT', '/api/v4/projects/1'],
    ['GET', '/api/v4/projects'],
    ['GET', '/group/project'],
    ['DELETE', '/group/project.git/info/refs'],
  ])('knows nothing of %s %s', (method, path) => {
    expect(table.find(method, path)).toBeNull();
  });
});
