import { Controller, Module } from '@nestjs/common';
import { Endpoint } from '../endpoint.js';
import { v4 } from '../parameters/v4.js';
import { RawEndpoint } from '../raw-route.js';
import { Stream, returns } from '../results.js';
import { z } from 'zod';
import { routesOf } from './route-entry.js';

const json = { returns: returns.json(z.strictObject({})) };

@Controller()
class BlobsController {
  @Endpoint.get('/projects/:id/blobs', {
    summary: 'List blobs',
    routeBy: 'storage',
    params: z.object({ id: v4.project() }),
    ...json,
  })
  list() {
    return {};
  }

  @Endpoint.get('/blobs/:name', {
    summary: 'Get a blob',
    anonymous: 'allowed',
    params: z.object({ name: v4.text() }),
    ...json,
  })
  one() {
    return {};
  }

  @Endpoint.get('/blobs/:name/raw', {
    summary: 'Read a blob',
    anonymous: 'allowed',
    params: z.object({ name: v4.text() }),
    returns: returns.stream('text/plain'),
  })
  raw() {
    return new Stream(Buffer.from(''), { type: 'text/plain' });
  }

  @Endpoint.get('/blobs/:name/text', {
    summary: 'Get a large blob',
    anonymous: 'allowed',
    params: z.object({ name: v4.text() }),
    returns: returns.jsonText(z.strictObject({})),
  })
  text() {
    return new Stream(Buffer.from('{}'), { type: 'application/json' });
  }
}

@Controller()
class GitController {
  @RawEndpoint({
    summary: 'Fetch',
    methods: ['GET', 'POST'],
    pattern: /^\/(?<project>.+)\.git$/,
    takes: /^application\/x-git-/,
    routeBy: 'storage',
  })
  serve() {}
}

@Module({ controllers: [BlobsController, GitController] })
class SampleModule {}

describe('routesOf', () => {
  it('says of each route of a service what the gateway needs to know', () => {
    expect(routesOf('ci', SampleModule)).toEqual([
      ...['/api/v4/projects/:id/blobs', '/api/v4/projects/:id/blobs.json'].map((path) => ({
        service: 'ci',
        methods: ['GET'],
        path,
        routeBy: 'storage',
        streams: false,
        signedIn: true,
      })),
      { service: 'ci', methods: ['GET'], path: '/api/v4/blobs/:name', routeBy: 'any', streams: false },
      ...[
        '/api/v4/blobs/:name/raw',
        '/api/v4/blobs/:name/raw.json',
        '/api/v4/blobs/:name/text',
        '/api/v4/blobs/:name/text.json',
      ].map((path) => ({ service: 'ci', methods: ['GET'], path, routeBy: 'any', streams: true })),
      {
        service: 'ci',
        methods: ['GET', 'POST'],
        pattern: String.raw`^\/(?<project>.+)\.git$`,
        takes: String.raw`^application\/x-git-`,
        routeBy: 'storage',
        streams: true,
      },
    ]);
  });
});
