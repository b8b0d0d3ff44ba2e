import { serve } from '../../worker/rpc.ts';
import { compareFunctions } from './compare-functions.ts';

serve(compareFunctions);
