import type { INestApplicationContext, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

/** What each service's own module of a kind (`forService`) provides: one instance for each service of the app, none in a gateway. */
export function instancesOf<T>(app: INestApplicationContext, provided: Type<T>): T[] {
  return [...app.get(ModulesContainer).values()].flatMap(({ providers }) => {
    const instance = providers.get(provided)?.instance as T | undefined;
    return instance ? [instance] : [];
  });
}
