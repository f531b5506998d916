import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { EndpointGuard } from './endpoint-guard.js';
import { ErrorFilter, type ErrorLog } from './error-filter.js';
import { ResponseInterceptor } from './response-interceptor.js';

/** The frame behind @Endpoint: one guard, one interceptor, one filter for every route of the process. */
@Global()
@Module({})
export class HttpModule {
  static register(log: ErrorLog): DynamicModule {
    return {
      module: HttpModule,
      providers: [
        { provide: APP_GUARD, useClass: EndpointGuard },
        { provide: APP_INTERCEPTOR, useFactory: () => new ResponseInterceptor() },
        { provide: APP_FILTER, useFactory: () => new ErrorFilter(log) },
      ],
    };
  }
}
