import path from 'node:path';
import { Changes } from './changes.mjs';
import { generateEndpoint } from './endpoint.mjs';
import { generateEvent } from './event.mjs';
import { generateService } from './service.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SERVICES = ['identity', 'projects', 'repository', 'merge-requests', 'ci'];

/** That what is generated compiles and passes its specs is held by the integration spec, in a copy of the repository. */
describe('the generators find their places in the sources as they are', () => {
  let changes;
  beforeEach(() => {
    changes = new Changes(ROOT);
  });

  it('for a service', () => {
    generateService(changes, 'wiki-pages');
    expect(changes.read('tools/hearth/supervisor/topology.mjs')).toContain("{ name: 'wiki-pages', app: 'wiki-pages' }");
    expect(changes.read('apps/all-in-one/src/services.ts')).toContain('WikiPagesModule');
  });

  it.each(SERVICES)('for an endpoint and an event of %s', (service) => {
    const made = { service, method: 'POST', path: '/colour_labels', now: 1764000000000 };
    expect(generateEndpoint(changes, made)).not.toEqual([]);
    expect(generateEvent(changes, service, 'colour-label-created')).not.toEqual([]);
    expect(changes.read(`libs/contracts/${service}/src/events.ts`)).toContain(`'${service}.colour-label-created'`);
  });
});
