import { defineSettings, flag } from '@hearth/config';

const settings = defineSettings(
  'Webhooks',
  {
    HEARTH_HOOKS_TO_PRIVATE: flag()
      .prefault('0')
      .describe('1 lets webhooks be delivered to addresses of private networks, this machine included'),
  },
  { readBy: ['ProjectsModule'] },
);

/** Returns whether webhooks may be delivered to private networks. */
export function hooksToPrivate(): boolean {
  return settings.read().HEARTH_HOOKS_TO_PRIVATE;
}
