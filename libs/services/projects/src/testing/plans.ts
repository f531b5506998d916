export {
  genericPlanOf,
  keepsItsPlan,
  planOf,
  recording,
  withoutTotals,
  type Plan,
  type Statement,
} from '@hearth/data/testing';
