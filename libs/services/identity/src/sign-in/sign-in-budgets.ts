import { defineSettings, duration, wholeNumber } from '@hearth/config';

const settings = defineSettings(
  'Budgets of failed sign-ins',
  {
    HEARTH_SIGN_IN_LOGIN_BUDGET: wholeNumber({ min: 2, max: 1_000_000_000 })
      .prefault('50')
      .describe(
        'How many passwords for one login may fail from networks that the user has not signed in from before; from half of it on attempts are delayed',
      ),
    HEARTH_SIGN_IN_ADDRESS_BUDGET: wholeNumber({ min: 2, max: 1_000_000_000 })
      .prefault('100')
      .describe(
        'How many passwords from one address may fail, whatever the logins; from half of it on they are delayed',
      ),
    HEARTH_SIGN_IN_BUDGET_WINDOW: duration({ min: 1_000, max: 86_400_000 })
      .prefault('10m')
      .describe('How long after its first failure a budget begins anew'),
  },
  { readBy: ['IdentityModule'] },
);

/** Budgets of failed sign-ins. Times in milliseconds. */
export interface SignInBudgets {
  readonly login: number;
  readonly network: number;
  readonly windowMs: number;
}

export const SIGN_IN_BUDGETS = Symbol('hearth:sign-in-budgets');

/** @throws ConfigurationError */
export function signInBudgets(environment?: NodeJS.ProcessEnv): SignInBudgets {
  const { HEARTH_SIGN_IN_LOGIN_BUDGET, HEARTH_SIGN_IN_ADDRESS_BUDGET, HEARTH_SIGN_IN_BUDGET_WINDOW } =
    settings.read(environment);
  return {
    login: HEARTH_SIGN_IN_LOGIN_BUDGET,
    network: HEARTH_SIGN_IN_ADDRESS_BUDGET,
    windowMs: HEARTH_SIGN_IN_BUDGET_WINDOW,
  };
}
