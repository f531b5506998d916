export { genericPlanOf, keepsItsPlan, planOf, recording, withoutTotals, type Plan } from '@hearth/data/testing';
