import { z } from 'zod';
import { defineEvent } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import { gone } from './confirm.js';
import { Inbox } from './inbox/inbox.js';
import { On } from './on.js';
import { ServiceMessaging, type Reaction } from './service-messaging.js';
import { StepsByIds } from './testing/sample-events.js';

const Happened = defineEvent({ name: 'projects.happened', data: z.object({ id: z.number() }), key: ({ id }) => id });
const HappeningDeleted = defineEvent({ ...Happened, name: 'projects.happening-deleted' });
const database = {} as Database;

describe('ServiceMessaging', () => {
  it('refuses two reactions that would share their inbox rows', () => {
    const here = new ServiceMessaging(database, new Inbox('ci', database));
    const reaction = { handler: 'OnHappened', event: Happened } as unknown as Reaction;
    here.register(reaction);
    expect(() => here.register(reaction)).toThrow('the same name');
    expect(here.reactions).toMatchObject([{ service: 'ci', handler: 'OnHappened', event: Happened }]);
  });
});

describe('On', () => {
  it('refuses a reaction to a deletion that does not ask its owner', () => {
    const declare = (options?: Parameters<typeof On<typeof HappeningDeleted>>[1]) => {
      class OnHappeningDeleted {
        @On(HappeningDeleted, options)
        handle(): Promise<void> {
          return Promise.resolve();
        }
      }
      return OnHappeningDeleted;
    };
    expect(() => declare()).toThrow('OnHappeningDeleted does not confirm projects.happening-deleted');
    expect(declare({ confirm: gone(StepsByIds, ({ id }) => ({ ids: [id] })) })).toBeDefined();
  });
});
