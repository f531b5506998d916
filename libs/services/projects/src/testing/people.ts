export { user } from '@hearth/contract-kit/testing';
