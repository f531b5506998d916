import type { Type } from '@nestjs/common';
import { PATTERN_EXTRAS_METADATA } from '@nestjs/microservices/constants.js';
import { Calls } from '@hearth/calls';
import type { Confirm } from '@hearth/messaging';

/** Asks what a reaction to a deletion asks before its effect. Returns true when the owner confirms the event. */
export function confirms<D>(
  app: { get(type: Type<Calls>): Calls },
  reaction: Type<{ handle(data: D, ...more: never[]): Promise<void> }>,
  data: D,
): Promise<boolean> {
  const { confirm } = Reflect.getMetadata(PATTERN_EXTRAS_METADATA, reaction.prototype.handle) as { confirm: Confirm };
  return confirm(app.get(Calls as unknown as Type<Calls>), data as Parameters<Confirm>[1]);
}
