import { serve } from '../../common/rpc.ts';
import { compareFunctions } from './compare-functions.ts';

serve(compareFunctions);
