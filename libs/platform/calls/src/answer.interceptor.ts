import { Injectable, Logger, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { withOrigin } from '@hearth/telemetry';
import type { IncomingCall } from './incoming-call.js';

const logger = new Logger('Calls');

/** Answers calls on behalf of their origin, and logs their duration. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { contract, origin } = context.switchToRpc().getContext<IncomingCall>();
    const answer = withOrigin(origin, async () => {
      const startedAt = performance.now();
      try {
        return (await lastValueFrom(next.handle())) as unknown;
      } finally {
        logger.log(`${contract.name} took ${Math.round(performance.now() - startedAt)} ms`);
      }
    });
    return from(answer);
  }
}
