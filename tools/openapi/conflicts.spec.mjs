import { mergeRoutes } from '@hearth/edge';
import { conflictsOf } from './conflicts.mjs';

const api = (service, paths, schemas = {}) => ({
  service,
  routes: paths.map((path) => ({ service, methods: ['GET'], path, routeBy: 'any', streams: false })),
  document: { components: { schemas } },
});

describe('the generated files of services', () => {
  it('are not made when two services claim a path, whatever its parameters are called', () => {
    const apis = [api('projects', ['/a/:id', '/b']), api('ci', ['/a/:name', '/c'])];
    expect(conflictsOf(apis, mergeRoutes)).toEqual([
      'projects and ci both claim GET /a/:: one of them has to give it up.',
    ]);
  });

  it('are not made when two services have different records of a name', () => {
    const apis = [api('projects', [], { User: { type: 'object' } }), api('ci', [], { User: { type: 'string' } })];
    expect(conflictsOf(apis, mergeRoutes)).toEqual([
      'projects and ci have different schemas named User: rename one of them.',
    ]);
  });

  it('are made otherwise', () => {
    const apis = [api('projects', ['/a/:id'], { User: {} }), api('ci', ['/a/:id/b', '/a/new'], { User: {} })];
    expect(conflictsOf(apis, mergeRoutes)).toEqual([]);
  });
});
