import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { EndpointGuard } from './endpoint-guard.js';
import { ErrorFilter, type ErrorLog } from './error-filter.js';

/** The frame behind @Endpoint: one guard and one filter for every route of the process. */
@Global()
@Module({})
export class HttpModule {
  static register(log: ErrorLog): DynamicModule {
    return {
      module: HttpModule,
      providers: [
        { provide: APP_GUARD, useClass: EndpointGuard },
        { provide: APP_FILTER, useFactory: () => new ErrorFilter(log) },
      ],
    };
  }
}
