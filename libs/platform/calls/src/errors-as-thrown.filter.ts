import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/** Hands a handler's error to the transport as it was thrown. Nest's own filter replaces it by `Internal server error`. */
@Catch()
export class ErrorsAsThrown implements RpcExceptionFilter<unknown> {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
