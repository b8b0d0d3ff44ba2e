import { serve } from '../../common/rpc.ts';
import { gridFunctions } from './search.ts';

serve(gridFunctions);
