import 'reflect-metadata';
import type { CallContract, InputOf, OutputOf } from '@hearth/contract-kit';

const ANSWERS = Symbol('hearth:answers');

/** A contract and the method that answers it. */
export interface Answer {
  readonly contract: CallContract;
  readonly method: string;
}

type Answering<C extends CallContract> = <F extends (input: InputOf<C>, context: CallContext) => Promise<OutputOf<C>>>(
  target: object,
  property: string,
  descriptor: TypedPropertyDescriptor<F>,
) => void;

/** Context of a call in addition to its input; its origin and deadline are in `currentOrigin`. */
export interface CallContext {
  /** Aborted when the caller no longer waits: its deadline has passed, or it has disconnected. */
  readonly signal: AbortSignal;
}

/** Declares a provider's method as the answer to a contract of its service. */
export function Answers<C extends CallContract>(contract: C): Answering<C> {
  return (target, property) => {
    const answers: Answer[] = Reflect.getOwnMetadata(ANSWERS, target) ?? [];
    Reflect.defineMetadata(ANSWERS, [...answers, { contract, method: property }], target);
  };
}

/** Lists the contracts that a provider class answers; empty for any other class. */
export function answersOf(prototype: object): readonly Answer[] {
  return Reflect.getMetadata(ANSWERS, prototype) ?? [];
}
