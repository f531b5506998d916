export { defineAbilities, may, type Ability } from './abilities.js';
export { AccessModule } from './access.module.js';
export { AccessResolver, type AccessContracts } from './access-resolver.js';
export { CALLER_HEADER, Callers, attachCaller, signCaller } from './callers.js';
