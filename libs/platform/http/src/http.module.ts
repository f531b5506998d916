import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { flag, defineSettings } from '@hearth/config';
import { CHECK_RESPONSES, EndpointGuard } from './endpoint-guard.js';
import { ErrorFilter, type ErrorLog } from './error-filter.js';

const settings = defineSettings('Answers', {
  HEARTH_CHECK_RESPONSES: flag()
    .prefault('0')
    .describe('1 holds every answer against its declared schema and fails the request where it differs: for tests'),
});

/** Provides the guard and the error filter of every route of the process. */
@Global()
@Module({})
export class HttpModule {
  static register(log: ErrorLog): DynamicModule {
    return {
      module: HttpModule,
      providers: [
        { provide: CHECK_RESPONSES, useFactory: () => settings.read().HEARTH_CHECK_RESPONSES },
        { provide: APP_GUARD, useClass: EndpointGuard },
        { provide: APP_FILTER, useFactory: () => new ErrorFilter(log) },
      ],
    };
  }
}
