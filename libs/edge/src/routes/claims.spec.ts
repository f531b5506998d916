import type { RouteEntry } from '@hearth/http';
import { claimsOf, mergeRoutes, unionOf, type Owner } from './claims.js';

const route = (service: Owner, path: string, more: Partial<RouteEntry> = {}): RouteEntry => ({
  service,
  methods: ['GET'],
  path,
  routeBy: 'any',
  streams: false,
  ...more,
});

const merged = (entries: RouteEntry[], before?: Map<string, Owner>) =>
  mergeRoutes(
    Map.groupBy(entries, ({ service }) => service as Owner),
    before,
  );

describe('what a route claims', () => {
  it('does not depend on the names of its parameters', () => {
    expect(claimsOf(route('ci', '/a/:id/b/:name.json', { methods: ['GET', 'POST'] }))).toEqual([
      'GET /a/:/b/:.json',
      'POST /a/:/b/:.json',
    ]);
    expect(claimsOf(route('ci', '', { path: undefined, pattern: '^/x$' }))).toEqual(['GET ~^/x$']);
  });
});

describe('the routes of all services', () => {
  it('are those of each', () => {
    const entries = [route('projects', '/a/:id'), route('ci', '/a/:id/b'), route('ci', '/a/new')];
    expect(merged(entries)).toMatchObject({ entries, conflicts: [] });
  });

  it('leave a path that a second service claims with the first', () => {
    const [first, second] = [route('projects', '/a/:id'), route('ci', '/a/:name')];
    const conflict = { claim: 'GET /a/:', holder: 'projects', others: ['ci'] };
    expect(merged([first, second])).toMatchObject({ entries: [first], conflicts: [conflict] });
    const taken = merged([first, second], new Map([['GET /a/:', 'ci']]));
    expect(taken).toMatchObject({ entries: [second], conflicts: [{ holder: 'ci', others: ['projects'] }] });
    expect(merged([first], taken.holders as Map<string, Owner>)).toMatchObject({ entries: [first], conflicts: [] });
  });

  it('leave a service those methods of an entry that are no other one’s', () => {
    const git = { path: undefined, pattern: '^/x$' };
    const entries = [route('projects', '', git), route('ci', '', { ...git, methods: ['GET', 'POST'] })];
    expect(merged(entries).entries.map(({ service, methods }) => [service, methods])).toEqual([
      ['projects', ['GET']],
      ['ci', ['POST']],
    ]);
  });
});

describe('two versions of a service', () => {
  it('have the routes of both; where both have one, that of the newer', () => {
    const [older, newer] = [route('ci', '/a'), route('ci', '/a', { costly: true })];
    expect(unionOf([[newer], [older, route('ci', '/gone')]])).toEqual([newer, route('ci', '/gone')]);
  });
});
