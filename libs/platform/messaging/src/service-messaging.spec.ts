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

const HappeningDeleted = defineEvent({ ...Happened, name: 'projects.happening-deleted' });

@On(HappeningDeleted)
class OnHappeningDeleted {
  handle(): Promise<void> {
    return Promise.resolve();
  }
}

class Other {}

describe('ServiceMessaging', () => {
  it('finds the reactions among the providers, and knows each by its class name', () => {
    const here = new ServiceMessaging('ci', database);
    const reaction = new OnHappened();
    here.bind([new Other(), reaction]);
    expect(here.bindings).toMatchObject([{ service: 'ci', handler: 'OnHappened', event: Happened, reaction }]);
  });

  it('refuses two reactions that would share their inbox rows', () => {
    const here = new ServiceMessaging('ci', database);
    expect(() => here.bind([new OnHappened(), new OnHappened()])).toThrow('the same name');
  });

  it('refuses a reaction to a deletion that takes the word of whoever published it', () => {
    const here = new ServiceMessaging('ci', database);
    expect(() => here.bind([new OnHappeningDeleted()])).toThrow('does not confirm projects.happening-deleted');
    const confirming = Object.assign(new OnHappeningDeleted(), { confirm: () => Promise.resolve(true) });
    here.bind([confirming]);
    expect(here.bindings).toHaveLength(1);
  });
});
