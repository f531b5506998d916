export { genericPlanOf, keepsItsPlan, planOf, recording, type Plan } from '@hearth/data/testing';
