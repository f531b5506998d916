import type { PipeTransform } from '@nestjs/common';
import type { CallContract, InputOf } from '@hearth/contract-kit';

/** A call whose input does not match its contract. */
export class InputRefused extends Error {
  constructor(contract: CallContract, cause: Error) {
    super(`${contract.name} does not take this input: ${cause.message}`, { cause });
    this.name = 'InputRefused';
  }
}

/** Parses the input of a call by its contract. */
export class InputPipe<C extends CallContract> implements PipeTransform<unknown, InputOf<C>> {
  constructor(private readonly contract: C) {}

  /** @throws InputRefused */
  transform(input: unknown): InputOf<C> {
    const parsed = this.contract.input.safeParse(input);
    if (!parsed.success) throw new InputRefused(this.contract, parsed.error);
    return parsed.data as InputOf<C>;
  }
}
