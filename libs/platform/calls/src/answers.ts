import { UseFilters, UseInterceptors, applyDecorators } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { CallContract, InputOf, OutputOf } from '@hearth/contract-kit';
import { AnswerInterceptor } from './answer.interceptor.js';
import { ErrorsAsThrown } from './errors-as-thrown.filter.js';
import type { CallContext } from './incoming-call.js';
import { InputPipe } from './input.pipe.js';

/** Transport of the handlers that `Answers` declares: only a CallServer registers them. */
export const CALLS = Symbol('calls');

type Answering<C extends CallContract> = <F extends (input: InputOf<C>, context: CallContext) => Promise<OutputOf<C>>>(
  target: object,
  property: string,
  descriptor: TypedPropertyDescriptor<F>,
) => void;

/** Declares a controller's method as the answer to a contract of its service. */
export function Answers<C extends CallContract>(contract: C): Answering<C> {
  return (target, property, descriptor) => {
    Payload(new InputPipe(contract))(target, property, 0);
    Ctx()(target, property, 1);
    applyDecorators(
      MessagePattern<string>(contract.name, CALLS, { contract }),
      UseInterceptors(AnswerInterceptor),
      UseFilters(ErrorsAsThrown),
    )(target, property, descriptor);
  };
}
