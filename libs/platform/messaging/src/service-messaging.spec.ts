import { z } from 'zod';
import { defineEvent } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import { On } from './on.js';
import { ServiceMessaging } from './service-messaging.js';

const Happened = defineEvent({ name: 'projects.happened', data: z.object({ id: z.number() }), key: ({ id }) => id });
const database = {} as Database;

@On(Happened)
class OnHappened {
  handle(): Promise<void> {
    return Promise.resolve();
  }
}

class Undecorated {
  handle(): Promise<void> {
    return Promise.resolve();
  }
}

describe('ServiceMessaging', () => {
  it('knows a reaction by its class name, and each class by a pattern of its own', () => {
    const here = new ServiceMessaging('ci', database, [OnHappened]);
    expect(here.bindings).toMatchObject([{ service: 'ci', handler: 'OnHappened', event: Happened }]);
    expect(here.bindings[0]?.pattern).toMatch(/^projects\.happened#OnHappened#\d+$/);
  });

  it('refuses a class without @On', () => {
    expect(() => new ServiceMessaging('ci', database, [Undecorated])).toThrow('Undecorated is listed as a reaction');
  });

  it('refuses two reactions that would share their inbox rows', () => {
    expect(() => new ServiceMessaging('ci', database, [OnHappened, OnHappened])).toThrow('the same name');
  });
});
