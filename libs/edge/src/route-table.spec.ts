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
