import { serve } from '../../worker/rpc.ts';
import { gridFunctions } from './search.ts';

serve(gridFunctions);
