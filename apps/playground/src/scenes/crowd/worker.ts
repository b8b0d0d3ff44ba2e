import { serve } from '../../common/rpc.ts';
import { crowdFunctions } from './on-cpu.ts';

serve(crowdFunctions);
